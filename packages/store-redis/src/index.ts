// Limits that several servers count together, and word of revoked keys, over Redis.
export { layer, type RedisOptions } from "./layer.ts"

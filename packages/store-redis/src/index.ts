// Rate limits and revocations shared by several servers over Redis.
export { layer, type RedisOptions } from "./layer.ts"

// What others may see of the store.
export { layer, type RedisOptions } from "./layer.ts"

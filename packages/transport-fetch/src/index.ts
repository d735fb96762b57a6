// What others may see of the transport over fetch.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient } from "./client.ts"
export type { WebHandler } from "./server.ts"
export { toWebHandler } from "./server.ts"

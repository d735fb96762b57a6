// What others may see of the transport over Node.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient } from "./client.ts"
export type { ServerOptions } from "./server.ts"
export { layerServer } from "./server.ts"

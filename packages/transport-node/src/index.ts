// What others may see of the transport over Node.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient, layerTransport } from "./client.ts"
export type { PoolOptions, TransportOptions } from "./pool.ts"
export type { ServerOptions } from "./server.ts"
export { layerServer } from "./server.ts"
export type { Pem, TlsOptions } from "./tls.ts"

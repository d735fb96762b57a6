// The client over Node: undici, with a pool, proxies and TLS. The server is a subpath of its own: a client
// loads none of it.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient, layerTransport } from "./client.ts"
export type { PoolOptions, TransportOptions } from "./pool.ts"
export type { Pem, TlsOptions } from "./tls.ts"

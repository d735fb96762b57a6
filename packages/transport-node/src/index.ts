// The client for Node: undici with a connection pool, proxies and TLS. The server is in a subpath of its own, which a
// client does not load.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient, layerTransport } from "./client.ts"
export type { DispatcherLike, Lookup, PoolOptions, TransportOptions, TlsOptions, Pem } from "./options.ts"

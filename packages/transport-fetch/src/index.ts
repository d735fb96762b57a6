// The client over fetch: browsers, Deno, Bun, workers. The server is a subpath of its own: a client loads
// none of it.
export type { ClientOptions, LayerOptions } from "./client.ts"
export { createClient, layerClient, layerTransport } from "./client.ts"

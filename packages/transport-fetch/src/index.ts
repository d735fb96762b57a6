// The client over fetch: Deno, Bun, workers, browsers. The server is in a subpath of its own, which a client does not
// load.
export type { ClientOptions, LayerOptions } from "./client.ts"
export { createClient, layerClient, layerTransport } from "./client.ts"

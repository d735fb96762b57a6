// What others may see of the client over fetch. The server is a subpath of its own: a client loads none of it.
export type { ClientOptions } from "./client.ts"
export { createClient, layerClient } from "./client.ts"

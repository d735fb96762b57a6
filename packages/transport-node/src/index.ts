// What users of this transport may see.
export { layerServer, type ServerOptions } from "./server.ts"

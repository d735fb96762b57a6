// What users of this transport may see.
export { toWebHandler, type WebHandler } from "./server.ts"

// What the project's own tests share.
export { layerDecisions, weigher } from "./scripted.ts"
export { inMemory, key, layerServices, onSocket, type ServiceOptions } from "./servers.ts"
export { type WireCase, wireCases } from "./wireCases.ts"

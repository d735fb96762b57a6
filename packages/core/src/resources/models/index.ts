// Models: those that the responses operation accepts.
// Source: §2.11, §4.9.
export type { CatalogEntry } from "./catalog.ts"
export { catalog, layerCatalog } from "./catalog.ts"
export { layerClient } from "./client.ts"
export { Model, ModelsResponse } from "./schema.ts"
export type { Engine, ModelsMethods } from "./service.ts"
export { make, Models } from "./service.ts"

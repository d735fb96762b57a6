// What others may see of key management.
export { layerClient } from "./client.ts"
export { activeKeys, authToken, creationsPerMinute, tokenName } from "./limits.ts"
export { ApiKey, GenerateRequest, RevokeRequest, TokenName } from "./schema.ts"
export type { ApiKeysMethods, Store } from "./service.ts"
export { ApiKeys, make } from "./service.ts"

// Key management: generate and revoke API keys.
// Source: §2.5, §4.2, §4.3.
export { layerClient } from "./client.ts"
export { activeKeys, authToken, creationsPerMinute, tokenName } from "./limits.ts"
export { ApiKey, GenerateRequest, RevokeRequest, TokenName } from "./schema.ts"
export type { ApiKeysMethods, Store } from "./service.ts"
export { ApiKeys, make } from "./service.ts"

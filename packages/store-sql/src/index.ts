// What others may see of the store; the database itself is a subpath, `./sqlite`.
export type { ApiKeysOptions } from "./apiKeys.ts"
export { layerApiKeys } from "./apiKeys.ts"
export type { EnsuredKey } from "./ensureKey.ts"
export { ensureKey } from "./ensureKey.ts"
export { layerKeyCheck } from "./keyCheck.ts"
export { keyPattern } from "./keyFormat.ts"
export { layerPepper, layerPepperFile, Pepper } from "./pepper.ts"
export { StoreError } from "./StoreError.ts"

// What others may see of the store; the database itself is a subpath, `./sqlite`.
export { type ApiKeysOptions, layerApiKeys } from "./apiKeys.ts"
export { type EnsuredKey, ensureKey } from "./ensureKey.ts"
export { layerKeyCheck } from "./keyCheck.ts"
export { keyPattern } from "./keyFormat.ts"
export { layerPepper, layerPepperFile, Pepper } from "./pepper.ts"
export { layerSkills, type SkillsOptions } from "./skills.ts"
export { StoreError } from "./StoreError.ts"

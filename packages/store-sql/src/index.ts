// API keys, skills, async chats and the audit log in SQL. The database client is a subpath, `./sqlite`.
export { layerApiKeys } from "./keys/service.ts"
export { type AuditEvent, type AuditHead, AuditNode, type AuditRow } from "./audit/chain.ts"
export { type AuditRefusalsOptions, layerAuditRefusals } from "./audit/refusals.ts"
export { type AuditProblem, type AuditReport, listAudit, verifyAudit } from "./audit/read.ts"
export { type EnsuredKey, ensureKey } from "./keys/ensureKey.ts"
export { layerAsyncChat } from "./async-chat/service.ts"
export { type AsyncChatWorkerOptions, layerAsyncChatWorker } from "./async-chat/worker.ts"
export { layerApiKeyVerifier } from "./keys/verifier.ts"
export {
  createKey,
  type ListedKey,
  listKeys,
  type CreatedKey,
  type CreateKeyOptions,
  type RevokedKey,
  revokeKey
} from "./keys/admin.ts"
export type { ApiKeysOptions } from "./keys/quota.ts"
export { keyPattern } from "./keys/format.ts"
export { type KeyUsageOptions, layerKeyUsage } from "./keys/usage.ts"
export { recordStartAndStop } from "./audit/startAndStop.ts"
export { layerPepper, layerPepperFile, Pepper, type PepperOptions } from "./crypto/Pepper.ts"
export { layerSkills, type SkillsOptions } from "./skills/service.ts"
export { StoreError } from "./database/StoreError.ts"

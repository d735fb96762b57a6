// Keys, skills, async chat and the audit log in SQL. The database itself is a subpath, `./sqlite`.
export { layerApiKeys } from "./apiKeys.ts"
export { type AuditEvent, type AuditHead, AuditNode, type AuditRow } from "./audit.ts"
export { type AuditCountsOptions, layerAuditCounts } from "./auditCounts.ts"
export { type AuditProblem, type AuditReport, listAudit, verifyAudit } from "./auditTrail.ts"
export { type EnsuredKey, ensureKey } from "./ensureKey.ts"
export { layerAsyncChat } from "./asyncChat.ts"
export { type AsyncChatWorkerOptions, layerAsyncChatWorker } from "./asyncChatWorker.ts"
export { layerKeyCheck } from "./keyCheck.ts"
export {
  createKey,
  type ListedKey,
  listKeys,
  type MadeKey,
  type NewKeyOptions,
  type RevokedKey,
  revokeKey
} from "./keyAdmin.ts"
export type { ApiKeysOptions } from "./keyCounts.ts"
export { keyPattern } from "./keyFormat.ts"
export { type KeyUseOptions, layerKeyUse } from "./keyUse.ts"
export { recordLifetime } from "./lifetime.ts"
export { layerPepper, layerPepperFile, Pepper, type PepperOptions } from "./pepper.ts"
export { layerSkills, type SkillsOptions } from "./skills.ts"
export { StoreError } from "./StoreError.ts"

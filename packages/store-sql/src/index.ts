// API keys, skills, async chats and the audit log in SQL. The database client is a subpath, `./sqlite`.
export {
  type CreatedKey,
  createKey,
  type CreateKeyOptions,
  type ListedKey,
  listKeys,
  type RevokedKey,
  revokeKey
} from "./keys/admin.ts"
export { type EnsuredKey, ensureKey } from "./keys/ensureKey.ts"
export { checkPepper, hasKeys } from "./keys/checkPepper.ts"
export { keyPattern } from "./keys/format.ts"
export type { ApiKeysOptions } from "./keys/quota.ts"
export { layerApiKeys } from "./keys/service.ts"
export { completeRestore } from "./keys/completeRestore.ts"
export { sealKeys } from "./keys/rowMac.ts"
export { type KeyUsageOptions, layerKeyUsage } from "./keys/usage.ts"
export { layerApiKeyVerifier } from "./keys/verifier.ts"

export {
  layerPepper,
  layerPepperFile,
  Pepper,
  type PepperFileOptions,
  type PepperOptions
} from "./crypto/Pepper.ts"

export { type AuditEvent, type AuditHead, AuditNode, type AuditRow } from "./audit/chain.ts"
export { type AuditAnchorOptions, layerAuditAnchor, readAuditAnchor } from "./audit/anchor.ts"
export {
  type AuditProblem,
  type AuditReport,
  listAudit,
  verifyAudit,
  type VerifyAuditOptions
} from "./audit/read.ts"
export type { KeyProblem } from "./audit/reconcile.ts"
export { type AuditRefusalsOptions, layerAuditRefusals } from "./audit/refusals.ts"
export { recordStartAndStop } from "./audit/startAndStop.ts"

export { layerSkills, type SkillsOptions } from "./skills/service.ts"

export { layerAsyncChat } from "./async-chat/service.ts"
export { type AsyncChatWorkerOptions, layerAsyncChatWorker } from "./async-chat/worker.ts"

export { checkStart, type StartOptions } from "./database/checkStart.ts"
export { layerMaintenance, type MaintenanceOptions } from "./database/maintenance.ts"
export { heartbeat } from "./database/heartbeat.ts"
export { StoreError } from "./database/StoreError.ts"

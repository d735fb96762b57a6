// API keys, skills, async chats and the audit log in SQL. The database client is a subpath, `./sqlite`.
// Assumed: ours; the interface says nothing of stores, key groups, quotas, budgets and the audit log.
export { type CreatedKey, createKey, type CreateKeyOptions } from "./keys/createKey.ts"
export { type EnsuredKey, ensureKey } from "./keys/ensureKey.ts"
export { checkPepper, hasKeys } from "./keys/checkPepper.ts"
export { keyPattern } from "./keys/format.ts"
export { type ListedKey, listKeys, type ListKeysOptions } from "./keys/listKeys.ts"
export type { ApiKeysOptions } from "./keys/quota.ts"
export { type RevokedKeys, revokeKeys, type RevokeKeysOptions } from "./keys/revokeKeys.ts"
export { layerApiKeys } from "./keys/service.ts"
export { layerResources } from "./layerResources.ts"
export { completeRestore } from "./keys/completeRestore.ts"
export { type KeyUsageOptions, layerKeyUsage } from "./keys/usage.ts"
export { layerApiKeyVerifier } from "./keys/verifier.ts"

export {
  createGroup,
  disableGroup,
  enableGroup,
  type ListedGroup,
  listGroups,
  setGroup,
  groupPattern
} from "./groups/groups.ts"
export {
  type GroupUsage,
  layerUsageMeter,
  listUsage,
  type ListUsageOptions,
  usageCsv,
  type UsageMeterOptions
} from "./groups/spend.ts"
export { defaultQuotas, layerQuotas, type Quotas, type QuotasOptions } from "./groups/quotas.ts"
export type { GroupSettings } from "./groups/queries.ts"
export { type DeletedGroup, deleteGroup } from "./groups/deleteGroup.ts"
export { sealGroups, type SealGroupsOptions } from "./groups/changes.ts"

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
export type { GroupProblem, KeyProblem } from "./audit/reconcile.ts"
export { type AuditRefusalsOptions, layerAuditRefusals } from "./audit/refusals.ts"
export { type AuditWatchOptions, layerAuditWatch } from "./audit/layerAuditWatch.ts"
export { recordConfigurationChange, recordStartAndStop } from "./audit/startAndStop.ts"

export {
  layerRateLimiter,
  removeOldWindows,
  type SharedRateLimiterOptions
} from "./limits/layerRateLimiter.ts"

export {
  breakPolicy,
  deletePolicy,
  findPolicy,
  type ListedPolicy,
  listPolicies,
  putPolicy,
  type PutPolicy
} from "./policies/policies.ts"
export { type Judge, layerPolicies } from "./policies/service.ts"

export { layerSkills, type SkillsOptions } from "./skills/service.ts"

export {
  type ImportedLabels,
  importLabels,
  listPolicyAudits,
  readReviews,
  type StoredReview
} from "./reviews/admin.ts"
export type { AuditCounts, Evidence, Promised } from "./reviews/sealedReview.ts"
export type { PolicyAudit } from "./reviews/addLabels.ts"
export { layerPolicyOutcomes, type ReviewsOptions } from "./reviews/keepReviews.ts"
export { layerReviews } from "./reviews/service.ts"

export {
  type AsyncChatChoice,
  cancelAsyncChats,
  deleteAsyncChats,
  listAsyncChats,
  type ListAsyncChatsOptions,
  type ListedAsyncChat
} from "./async-chat/admin.ts"
export { layerAsyncChat } from "./async-chat/service.ts"
export { type AsyncChatWorkerOptions, layerAsyncChatWorker } from "./async-chat/worker.ts"

export { type CopyOptions, type CopyProgress, type CopyResult, copyStore } from "./database/copy.ts"
export { databaseName } from "./database/postgres/databaseName.ts"
export { databaseUrlProblem } from "./database/postgres/postgresUrl.ts"
export { leaveAfter } from "./database/StoreTimeout.ts"
export { type MigrationState, migrationState } from "./database/migrate.ts"
export { checkStart, type StartOptions } from "./database/checkStart.ts"
export { layerMaintenance, type MaintenanceOptions } from "./database/maintenance.ts"
export { heartbeat } from "./database/heartbeat.ts"
export { StoreError } from "./database/StoreError.ts"

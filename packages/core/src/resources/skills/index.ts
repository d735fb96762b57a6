// Skills: bundles with instructions for an agent, and their revisions.
// Source: §2.6, §4.4, §4.5.
export type { Bundle } from "./bundle.ts"
export { readBundle } from "./bundle.ts"
export { layerClient } from "./client.ts"
export type { SkillFile } from "./files/service.ts"
export { folder as downloadFolder, gone, SkillFiles } from "./files/service.ts"
export {
  downloadAge,
  entries,
  filePieceBytes,
  packedBytes,
  pageTokenAge,
  revisionsPerGroup,
  skillsPerGroup,
  unpackedBytes
} from "./limits.ts"
export {
  CreateSkillRequest,
  DeleteSkillRequest,
  Download,
  Revision,
  RevisionsPage,
  RevisionsRequest,
  RevisionSummary,
  Skill,
  SkillRequest,
  SkillsPage,
  SkillsRequest,
  SkillSummary,
  UpdateSkillRequest
} from "./schema.ts"
export type { Engine, SkillsMethods, UploadRequest } from "./service.ts"
export { make, Skills } from "./service.ts"

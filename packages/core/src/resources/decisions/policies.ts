// Policies of decisions: their files, what they are bound to, and how a server applies them.
// Assumed: ours.
export { noteModel } from "../../validation/answeredBy.ts"
export type { AnsweredBy } from "../../validation/ServedRequest.ts"
export { actionHeader, modelHeader, noPolicy, policyHeader } from "../../protocol/policyHeaders.ts"
export { Policy } from "./policyFile.ts"
export {
  type Answering,
  answeringOf,
  classesOf,
  isRoundedAlike,
  moreDecimals,
  parseModel,
  questionsText,
  statedProbability,
  toProbabilities
} from "./policyEvidence.ts"
export {
  Action,
  actionOf,
  policyName,
  PolicyResult,
  QuestionResult,
  type ReviewReason,
  reviewReasons
} from "./policyResult.ts"
export {
  type FindPolicy,
  type Judged,
  type Judgement,
  Policies,
  type PolicyOutcome,
  PolicyOutcomes,
  reviewAll,
  type StoredPolicy
} from "./underPolicy.ts"

// Reviews: rows that a policy does not act upon, and a share of the others, for people who label them.
// Assumed: ours.
export { answerLabel, labelName, labelNames, labelOfName, labelsProblem } from "./labels.ts"
export {
  audit as auditShare,
  bytesPerGroup,
  days,
  labels as labelsPerReview,
  lease as leaseTime,
  pageTokenAge,
  reviewsPerGroup,
  contentBytes,
  stateBytes
} from "./limits.ts"
export {
  Label,
  Labels,
  LabelledReview,
  LabelRequest,
  ReviewsPage,
  ReviewsRequest,
  ReviewSummary,
  SkipRequest,
  TakenReview,
  TakeRequest
} from "./schema.ts"
export { type Engine, make, Reviews, type ReviewsMethods } from "./service.ts"

// Descriptions of reviews, for the OpenAPI document.
// Assumed: ours.
import { describe } from "../../../schema/descriptions.ts"
import { LabelledReview, ReviewSummary, TakenReview } from "./schema.ts"

const shared = {
  policy: "The policy that the decision was made under, as `tickets@3`.",
  request_id: "The `x-request-id` of the decision.",
  expires_at: "When the review is deleted."
}

/** The fields of responses. */
export const all = [
  describe(ReviewSummary, shared),
  describe(TakenReview, {
    ...shared,
    lease: "Send it with the labels, or to skip.",
    lease_expires_at: "From then on anyone may take the review.",
    state: "As the caller sent it. Absent where it is not kept."
  }),
  describe(LabelledReview, {
    ...shared,
    answers: "The answers that the labels are about.",
    action: "What the policy did."
  })
]

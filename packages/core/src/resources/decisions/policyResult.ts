// What a policy makes of the answers of a request: to act upon them, or to have a person review them.
// Assumed: ours.
import * as Schema from "effect/Schema"
import { open } from "../../schema/open.ts"

/** What is done with answers. */
export const Action = Schema.Literals(["act", "review"])

/** {@link Action}. */
export type Action = typeof Action.Type

/** Why answers go to review. Clients take other reasons, too. */
export const reviewReasons = [
  "below_threshold",
  "no_threshold",
  "unknown_question",
  "questions_changed",
  "model_changed",
  "rounding_changed",
  "policy_missing",
  "policy_altered",
  "policy_broken"
] as const

/** Why answers go to review. */
export type ReviewReason = (typeof reviewReasons)[number]

/** What a policy makes of the answer to a question. */
export const QuestionResult = open({
  action: Action,
  /** Why it goes to review; null: it is acted upon. */
  reason: Schema.NullOr(Schema.String as unknown as Schema.Codec<ReviewReason | (string & {})>),
  /** The probability of the answer as the engine states it, which is compared with the threshold. */
  probability: Schema.Finite,
  /** The same, calibrated; null: the policy has too few rows of the question to calibrate it. */
  calibrated: Schema.NullOr(Schema.Finite),
  /** The least stated probability that is acted upon; null: none is. */
  threshold: Schema.NullOr(Schema.Finite)
})

/** {@link QuestionResult}, readonly. */
export interface QuestionResult extends Schema.Schema.Type<typeof QuestionResult> {}

/** What a policy makes of the answers of a request. They stay as they are. */
export const PolicyResult = open({
  /** With its version, as `tickets@3`. */
  name: Schema.String,
  /** `act` only if all questions say so. */
  action: Action,
  questions: Schema.Record(Schema.String, QuestionResult)
})

/** {@link PolicyResult}, readonly. */
export interface PolicyResult extends Schema.Schema.Type<typeof PolicyResult> {}

/** The form of the name of a policy. */
export const policyName = /^[A-Za-z0-9_-]{1,64}$/

/** What is to be done with the answers of a response: without a policy, review. */
export const actionOf = ({ policy }: { readonly policy?: PolicyResult | undefined }): Action =>
  policy?.action === "act" ? "act" : "review"

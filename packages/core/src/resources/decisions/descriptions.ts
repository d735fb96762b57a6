// Descriptions of decisions, for the OpenAPI document.
// Source: §2.1, §2.2, §2.3.
import { describe, span } from "../../schema/descriptions.ts"
import * as limits from "./limits.ts"
import { PolicyResult, QuestionResult } from "./policyResult.ts"
import * as schema from "./schema.ts"
import { ServedDecisionsRequest } from "./serverRequest.ts"

/** The description of questions by name. */
export const questions = `Question name to question, ${span(limits.questions)}.`

/** The descriptions of questions. */
export const ofQuestions = [
  describe(schema.NoulQuestion, {
    instructions: "The question or statement to check.",
    criteria: "What yes and no mean."
  }),
  describe(schema.ChoiceQuestion, {
    instructions: "What to decide.",
    criteria: `Option name to what it means; null lets the name speak for itself. ${span(limits.options)} options.`
  }),
  describe(schema.ScoreQuestion, {
    instructions: "What to rate.",
    criteria: `Ordered level descriptions; the index is the score. ${span(limits.levels)}, at least two advised.`
  })
]

/** The description of what a policy makes of answers. */
export const policy =
  "What the policy of the request makes of the answers, which stay as they are. Absent without one."

/** The descriptions of its fields. */
export const ofPolicies = [
  describe(PolicyResult, {
    name: "The policy with its version, as tickets@3.",
    action: "`act` if all questions say so, else `review`.",
    questions: "Question name to what the policy makes of its answer."
  }),
  describe(QuestionResult, {
    action: "`act`: as sure as the policy was fitted for. `review`: a person should look.",
    reason:
      "Why it goes to review: below_threshold, no_threshold, unknown_question, questions_changed, model_changed, rounding_changed, policy_altered or policy_broken. Null: it is acted upon.",
    probability: "The probability that the answer states for itself, which is compared with the threshold.",
    calibrated: "The same, calibrated; null where the policy was fitted on too few rows.",
    threshold: "The least stated probability that is acted upon; null: none is."
  })
]

/** The fields of requests and responses. */
export const all = [
  ...ofQuestions,
  describe(ServedDecisionsRequest, {
    model: "decider-27b, or decider-27b-v0 to pin the current version.",
    state: "The content every question refers to.",
    questions
  }),
  describe(schema.DecisionsResponse, {
    model: "The model name as sent.",
    answers: "One answer per question, under its name.",
    policy
  }),
  ...ofPolicies
]

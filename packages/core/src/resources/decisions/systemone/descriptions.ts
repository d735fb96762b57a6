// Descriptions of the dialect, for the OpenAPI document.
// Source: §2.1, §2.2, §2.3; what differs is Assumed: clients.
import { describe, span } from "../../../schema/descriptions.ts"
import { ofPolicies, ofQuestions, policy, questions } from "../descriptions.ts"
import { levels } from "../limits.ts"
import { ScoreQuestion, SystemOneRequest, SystemOneResponse } from "./schema.ts"

/** The fields of requests and responses. */
export const all = [
  ...ofQuestions,
  describe(ScoreQuestion, {
    instructions: "What to rate.",
    criteria: `Ordered level descriptions; null lets the index speak for itself. ${span(levels)}.`
  }),
  describe(SystemOneRequest, {
    model: "decider-27b (the default), decider-27b-v0, or an alias such as jev-latest.",
    state: "The content every question refers to.",
    questions
  }),
  describe(SystemOneResponse, {
    model: "The version that answered, never an alias.",
    answers: "One answer per question, under its name.",
    policy
  }),
  ...ofPolicies
]

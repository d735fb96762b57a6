// Descriptions of decisions, for the OpenAPI document.
// Source: §2.1, §2.2, §2.3.
import { describe, span } from "../../schema/descriptions.ts"
import * as limits from "./limits.ts"
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
    answers: "One answer per question, under its name."
  })
]

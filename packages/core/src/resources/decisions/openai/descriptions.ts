// Descriptions of the dialect, for the OpenAPI document.
// Assumed: clients.
import { describe, span } from "../../../schema/descriptions.ts"
import { ofPolicies, policy } from "../descriptions.ts"
import { CustomToolCallOutput, FunctionCallOutput, ImagePart } from "./input.ts"
import * as limits from "./limits.ts"
import {
  ChoiceAnswer,
  ChoiceQuestion,
  OpenAiRequest,
  OpenAiResponse,
  PredicateQuestion,
  ScoreQuestion
} from "./schema.ts"

const name = "Comes back with the answer; null where there is none."

/** The fields of requests and responses. */
export const all = [
  describe(PredicateQuestion, { instructions: "The statement to check.", name }),
  describe(ChoiceQuestion, {
    instructions: "What to decide.",
    name,
    choices: `${span(limits.choices)} choices. Values are text or boolean, and come back as they are.`
  }),
  describe(ScoreQuestion, {
    instructions: "What to rate.",
    name,
    levels: `${span(limits.levels)} levels, in their order.`
  }),
  describe(ImagePart, { image_url: "A base64 data URL of a PNG, JPEG or WebP. Addresses are not fetched." }),
  describe(FunctionCallOutput, { call_id: "The id of a function call before it." }),
  describe(CustomToolCallOutput, { call_id: "The id of a call of a tool before it." }),
  describe(OpenAiRequest, {
    model: "decider-27b, decider-27b-v0, or an alias.",
    input: "What every question refers to: text, messages, and calls of tools with their outputs.",
    questions: `${span(limits.questions)} questions.`,
    prompt_cache_key: "Accepted, and not used.",
    prompt_cache_options: "Accepted, and not used.",
    safety_identifier: "Accepted, and not used."
  }),
  describe(ChoiceAnswer, { choice: "The most probable choice, typed as in the request." }),
  describe(OpenAiResponse, {
    policy,
    model: "The model name as sent.",
    answers: "One answer per question, in their order."
  }),
  ...ofPolicies
]

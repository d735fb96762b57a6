// Requests and responses of the dialect: questions and answers are lists, choices are typed.
// Assumed: clients.
import * as Schema from "effect/Schema"
import { ofLength, within } from "../../../schema/checks.ts"
import { open, optionalOrNull } from "../../../schema/open.ts"
import { PolicyResult } from "../policyResult.ts"
import { count } from "../schema.ts"
import { Input, JsonPart } from "./input.ts"
import * as limits from "./limits.ts"

const QuestionText = Schema.Struct({ type: Schema.Literal("input_text"), text: Schema.String })
const QuestionImage = Schema.Struct({
  type: Schema.Literal("input_image"),
  image_url: Schema.String.check(
    Schema.makeFilter(() => "Expected no image in a question: images belong to the input")
  ),
  detail: optionalOrNull(Schema.String)
})

/** What to decide: text, or parts of text and JSON. */
const Instructions = Schema.Union([
  Schema.String,
  Schema.Array(Schema.Union([QuestionText, JsonPart, QuestionImage]))
])

/** {@link Instructions}, readonly. */
export type Instructions = typeof Instructions.Type

const common = { instructions: Instructions, name: optionalOrNull(Schema.String) }

/** A statement, answered with the probability that it is true. */
export const PredicateQuestion = Schema.Struct({ type: Schema.Literal("predicate"), ...common })

const Choice = Schema.Struct({
  value: Schema.Union([Schema.String, Schema.Boolean]),
  description: Schema.optionalKey(Schema.String)
})

/** Distinct also as text: the options of a decision are names. */
const areDistinct = Schema.makeFilter((choices: ReadonlyArray<typeof Choice.Type>) =>
  new Set(choices.map(({ value }) => String(value))).size === choices.length
    ? undefined
    : "Expected choices whose values are distinct, also as text"
)

/** Choices, answered with the most probable one and all probabilities. */
export const ChoiceQuestion = Schema.Struct({
  type: Schema.Literal("choice"),
  ...common,
  choices: Schema.Array(Choice).check(count(limits.choices, "choices"), areDistinct)
})

const Level = Schema.Struct({ label: Schema.String, description: Schema.optionalKey(Schema.String) })

/** Ordered levels, answered with their probability-weighted mean. */
export const ScoreQuestion = Schema.Struct({
  type: Schema.Literal("score"),
  ...common,
  levels: Schema.Array(Level).check(count(limits.levels, "levels"))
})

/** One question, with `type` as the discriminator. */
export const Question = Schema.Union([PredicateQuestion, ChoiceQuestion, ScoreQuestion]).annotate({
  expected: "a question of type predicate, choice or score"
})

/** {@link Question}, readonly. */
export type Question = typeof Question.Type

const areNamedOnce = Schema.makeFilter((questions: ReadonlyArray<Question>) => {
  const seen = new Set<string>()
  for (const [index, { name }] of questions.entries()) {
    if (typeof name !== "string") continue
    if (seen.has(name)) return { path: [index, "name"], issue: "Expected names of questions to be distinct" }
    seen.add(name)
  }
  return undefined
})

/** The request. Fields for caches and abuse are accepted, and not used. */
export const OpenAiRequest = Schema.Struct({
  model: Schema.String,
  input: Input,
  questions: Schema.Array(Question).check(count(limits.questions, "questions"), areNamedOnce),
  prompt_cache_key: optionalOrNull(Schema.String),
  prompt_cache_options: optionalOrNull(
    Schema.Struct({
      mode: optionalOrNull(Schema.Literals(["implicit", "explicit"])),
      ttl: Schema.optionalKey(Schema.String)
    })
  ),
  safety_identifier: optionalOrNull(Schema.String.check(ofLength(limits.safetyIdentifier, "characters")))
})

/** {@link OpenAiRequest}, readonly. */
export interface OpenAiRequest extends Schema.Schema.Type<typeof OpenAiRequest> {}

const Probability = Schema.Finite.check(within({ min: 0, max: 1 }))
const Tokens = Schema.Int.check(within({ min: 0 }))
const name = Schema.NullOr(Schema.String)

/** The probability that a statement is true. */
export const PredicateAnswer = open({
  type: Schema.Literal("predicate"),
  name,
  probability: Probability
})

/** The most probable choice, typed as in the request, and all probabilities. */
export const ChoiceAnswer = open({
  type: Schema.Literal("choice"),
  name,
  choice: Schema.Union([Schema.String, Schema.Boolean]),
  confidence: Probability,
  probabilities: Schema.Array(
    open({ value: Schema.Union([Schema.String, Schema.Boolean]), probability: Probability })
  )
})

/** The mean level, and the probability of each. */
export const ScoreAnswer = open({
  type: Schema.Literal("score"),
  name,
  score: Schema.Finite,
  confidence: Probability,
  probabilities: Schema.Array(open({ value: Schema.Int, label: Schema.String, probability: Probability }))
})

/** The tokens of a request. Details are 0: nothing is cached. */
export const OpenAiUsage = open({
  input_tokens: Tokens,
  input_tokens_details: open({ cached_tokens: Tokens, cache_write_tokens: Tokens }),
  output_tokens: Tokens,
  output_tokens_details: open({ reasoning_tokens: Tokens }),
  total_tokens: Tokens
})

/** The response: answers in the order of the questions. */
export const OpenAiResponse = open({
  model: Schema.String,
  answers: Schema.Array(Schema.Union([PredicateAnswer, ChoiceAnswer, ScoreAnswer])),
  usage: OpenAiUsage,
  policy: Schema.optionalKey(PolicyResult)
})

/** {@link OpenAiResponse}, readonly. */
export interface OpenAiResponse extends Schema.Schema.Type<typeof OpenAiResponse> {}

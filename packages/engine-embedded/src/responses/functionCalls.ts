// Decides whether to call a function of the caller, which one, and with which arguments.
// Source: §4.7; Assumed: ours, how it is decided.
import type { Decisions } from "@leadline/core/decisions"
import type * as ApiError from "@leadline/core/errors"
import type { ResponsesRequest, Tool } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { readTextPassages } from "../question-answering/conversation/conversationPassages.ts"
import type { Passage } from "../question-answering/passages.ts"
import type { Turn } from "../question-answering/question.ts"
import { dropMiddle, maxConversationLength, readQuestion } from "../question-answering/question.ts"
import type { QueryTerms } from "../question-answering/terms.ts"
import { makeTermReader, readTerms } from "../question-answering/terms.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { describeField } from "../structured-output/field.ts"
import { fillSchema } from "../structured-output/fillSchema.ts"
import type { SchemaPool } from "../structured-output/SchemaPool.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { propertiesOf, schemaNode } from "@leadline/core/internal"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"

/** A function tool of the request. */
export type FunctionTool = Extract<Tool, { readonly type: "function" }>

/** A function call with its arguments. */
export interface FunctionCall {
  readonly name: string
  readonly arguments: Schema.Json
}

/** Characters of the description of a function, its parameters included, that are read, at most. */
const maxFunctionText = 4_000

/** Name, description and parameters of a function as text. */
const functionText = (lexicon: Lexicon, { description, name, parameters }: FunctionTool): string => {
  let text = `${describeField(lexicon, name, {}).description}. ${(description ?? "").slice(0, maxFunctionText)}`
  for (const [property, node] of propertiesOf(schemaNode(parameters ?? {}))) {
    if (text.length >= maxFunctionText) break
    text += `. ${describeField(lexicon, property, node).description}`
  }
  return text.slice(0, maxFunctionText)
}

/** A function is relevant with this share of the question's words, or this cosine similarity to it. */
const minShare = 0.3
const minSimilarity = 0.45

const isRelevant = (lexicon: Lexicon, tool: FunctionTool, { terms, vector }: QueryTerms): boolean => {
  const about = readTerms(lexicon, functionText(lexicon, tool))
  const own = new Set(about.terms.map(({ stem }) => stem))
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = terms.reduce(
    (sum, { related, weight }) =>
      sum +
      weight *
        related.reduce((best, { stem, strength }) => (own.has(stem) ? Math.max(best, strength) : best), 0),
    0
  )
  const share = whole === 0 ? 0 : held / whole
  return share >= minShare || cosineSimilarity(about.vector, vector) >= minSimilarity
}

/** The functions that are relevant to the question. */
const relevantFunctions = function* (
  lexicon: Lexicon,
  tools: ReadonlyArray<FunctionTool>,
  question: string
): CooperativeTask<ReadonlyArray<FunctionTool>> {
  const reader = makeTermReader(lexicon)
  yield* reader.read(dropMiddle(question))
  const asked = reader.finish()
  const found: Array<FunctionTool> = []
  for (const tool of tools) {
    if (isRelevant(lexicon, tool, asked)) found.push(tool)
    yield 64 + asked.terms.length / 8
  }
  return found
}

const noFunction = "none of them"

/** The function to call, if any. The only function of a required choice is called without a decision. */
export const chooseFunction: (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  request: Pick<ResponsesRequest, "tool_choice">,
  tools: ReadonlyArray<FunctionTool>,
  question: string
) => Effect.Effect<FunctionTool | undefined, ApiError.ApiError> = Effect.fnUntraced(function* (
  lexicon,
  decisions,
  { tool_choice: choice },
  tools,
  question
) {
  if (typeof choice === "object") return tools.find(({ name }) => name === choice.name)
  const offered =
    choice === "required" ? tools : yield* makeTimeSlicer().run(relevantFunctions(lexicon, tools, question))
  const [only] = offered
  if (only === undefined || (offered.length === 1 && choice === "required")) return only
  const options = offered.map((tool) => [tool.name, functionText(lexicon, tool)] as const)
  const criteria: { readonly [name: string]: string } = Object.fromEntries(
    choice === "required" || offered.length === 1
      ? options
      : [...options, [noFunction, "Something else, which none of these functions does."]]
  )
  // The decisions engine takes 2 to 255 options.
  if (Object.keys(criteria).length < 2 || Object.keys(criteria).length > 255) return only
  const { answers } = yield* decisions.create({
    model: "decider-27b",
    state: question,
    questions: { call: { type: "choice", instructions: "Which function does this ask for?", criteria } }
  })
  const chosen = answers.call.choice
  return tools.find(({ name }) => name === chosen)
})

/** Messages whose lines are read, at most. */
const maxTexts = 40

/** Passages of one message, at most; more than are ever compared. */
const maxPassages = 120

/** Passages of the user's messages, newest message first. */
const readUserPassages = function* (turns: ReadonlyArray<Turn>): CooperativeTask<ReadonlyArray<Passage>> {
  const found: Array<Passage> = []
  let left = maxConversationLength
  for (const { role, text } of turns.toReversed()) {
    yield 0.125
    if (role !== "user") continue
    for (const passage of yield* readTextPassages([dropMiddle(text)], maxPassages)) found.push(passage)
    left -= text.length
    if (left <= 0) break
  }
  return found
}

/**
 * Fills the arguments of a call from the user's messages. The result is a failure when no value satisfies the
 * parameters.
 */
export const makeCall: (
  lexicon: Lexicon,
  schemas: SchemaPool["Service"],
  decisions: Decisions["Service"],
  tool: FunctionTool,
  turns: ReadonlyArray<Turn>
) => Effect.Effect<Result.Result<FunctionCall, string>, ApiError.ApiError> = Effect.fnUntraced(
  function* (lexicon, schemas, decisions, tool, turns) {
    const slicer = makeTimeSlicer()
    const parameters: SchemaNode = { type: "object", ...tool.parameters }
    const value = yield* fillSchema(schemas, decisions, parameters, {
      question: (yield* slicer.run(readQuestion(lexicon, turns))).text,
      urls: [],
      passages: yield* slicer.run(readUserPassages(turns)),
      texts: turns
        .flatMap(({ role, text }) => (role === "user" ? [dropMiddle(text)] : []))
        .slice(-maxTexts)
        .toReversed()
    })
    return Result.map(value, (filled) => ({ name: tool.name, arguments: filled }))
  }
)

// Whether a function of the caller's is called for, which one, and with what.
// Source: §4.7; Assumed: ours, how it is decided.
import type { Decisions } from "@leadline/core/decisions"
import type * as ApiError from "@leadline/core/errors"
import type { ResponsesRequest, Tool } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { passagesOf } from "../answers/passages.ts"
import type { Turn } from "../answers/question.ts"
import { readQuestion, termsOf, vectorOf } from "../answers/question.ts"
import type { Lexicon } from "../lexicon.ts"
import { similarity } from "../lexicon.ts"
import { fieldOf } from "../structured/field.ts"
import { fill } from "../structured/fill.ts"
import type { Node } from "../structured/keywords.ts"
import { propertiesOf } from "../structured/keywords.ts"

/** A function of the caller's. */
export type FunctionTool = Extract<Tool, { readonly type: "function" }>

/** A call to make. */
export interface Call {
  readonly name: string
  readonly arguments: Schema.Json
}

/** All a function says of itself, in plain words. */
const aboutOf = (lexicon: Lexicon, { description, name, parameters }: FunctionTool): string =>
  [
    fieldOf(lexicon, name, {}).about,
    description ?? "",
    ...propertiesOf(parameters ?? {}).map(([property, node]) => fieldOf(lexicon, property, node).about)
  ].join(". ")

/** How much of the question a function speaks of, and how near the two are in meaning. */
const leastShare = 0.3
const leastCloseness = 0.45

const speaksOf = (lexicon: Lexicon, tool: FunctionTool, question: string): boolean => {
  const about = aboutOf(lexicon, tool)
  const own = new Set(termsOf(lexicon, about).map(({ stem }) => stem))
  const terms = termsOf(lexicon, question)
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = terms.reduce(
    (sum, { variants, weight }) =>
      sum +
      weight *
        variants.reduce((best, { stem, strength }) => (own.has(stem) ? Math.max(best, strength) : best), 0),
    0
  )
  const share = whole === 0 ? 0 : held / whole
  return (
    share >= leastShare || similarity(vectorOf(lexicon, about), vectorOf(lexicon, question)) >= leastCloseness
  )
}

const none = "none of them"

/** The function that is called for, if one is. Alone and required it is not asked about. */
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
  const offered = choice === "required" ? tools : tools.filter((tool) => speaksOf(lexicon, tool, question))
  const [only] = offered
  if (only === undefined || (offered.length === 1 && choice === "required")) return only
  const options = offered.map((tool) => [tool.name, aboutOf(lexicon, tool)] as const)
  const criteria: { readonly [name: string]: string } = Object.fromEntries(
    choice === "required" || offered.length === 1
      ? options
      : [...options, [none, "Something else, which none of these functions does."]]
  )
  // The engine takes 255 options; a function alone in speaking of the question needs no vote.
  if (Object.keys(criteria).length < 2 || Object.keys(criteria).length > 255) return only
  const { answers } = yield* decisions.create({
    model: "decider-27b",
    state: question,
    questions: { call: { type: "choice", instructions: "Which function does this ask for?", criteria } }
  })
  const chosen = answers.call.choice
  return tools.find(({ name }) => name === chosen)
})

/** Fills the arguments of a call from what the user said; a failure when nothing fits the function's parameters. */
export const callOf: (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  tool: FunctionTool,
  turns: ReadonlyArray<Turn>
) => Effect.Effect<Result.Result<Call, string>, ApiError.ApiError> = Effect.fnUntraced(
  function* (lexicon, decisions, tool, turns) {
    const said = turns.filter(({ role }) => role === "user").toReversed()
    const parameters: Node = { type: "object", ...tool.parameters }
    const value = yield* fill(lexicon, decisions, parameters, {
      question: readQuestion(lexicon, turns),
      passages: said.flatMap(({ text }) => passagesOf(0, text)),
      pages: [],
      leastScore: Number.NEGATIVE_INFINITY
    })
    return Result.map(value, (filled) => ({ name: tool.name, arguments: filled }))
  }
)

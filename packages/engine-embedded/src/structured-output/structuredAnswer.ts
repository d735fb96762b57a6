// Structured output: answers as JSON for a caller's schema.
// Source: §4.7, §4.10.
import type { SchemaNode } from "@leadline/core/internal"
import type { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Findings } from "../question-answering/research.ts"
import type { Turn } from "../question-answering/conversation.ts"
import type { SchemaPool } from "./SchemaPool.ts"
import { fillSchema } from "./fillSchema.ts"
import { type GivenTexts, maxTextLength } from "./sources.ts"

/** Messages of a conversation that are read, at most. */
const maxTexts = 40

/** The texts of messages of some roles, newest first. */
const newestTexts = (turns: ReadonlyArray<Turn>, ...roles: ReadonlyArray<Turn["role"]>) =>
  turns
    .filter(({ role }) => roles.includes(role))
    .slice(-maxTexts)
    .map(({ text }) => text.slice(0, maxTextLength))
    .toReversed()

/**
 * The texts that values are extracted from: the newest user message, with the pages if it only asks; then tool outputs and
 * earlier messages, newest first; then the instructions, without those on how to answer.
 */
const textsOf = (
  { chosen, pages, question }: Findings,
  turns: ReadonlyArray<Turn>
): ReadonlyArray<GivenTexts> => {
  const last = turns.findLastIndex(({ role }) => role === "user")
  const answers = question.onlyAsks ? chosen.map(({ passage }) => ({ ...passage, tokens: [] })) : []
  const cited = new Set(answers.map(({ source }) => source))
  return [
    {
      question: question.text.slice(0, maxTextLength),
      texts: [(turns[last]?.text ?? question.text).slice(0, maxTextLength)],
      answers,
      pages: pages.filter(({ id }) => cited.has(id)).map(({ snippet, url }) => ({ snippet, url }))
    },
    {
      texts: [
        ...newestTexts(turns, "tool"),
        ...newestTexts(turns.slice(0, Math.max(0, last)), "user", "assistant")
      ]
    },
    { texts: newestTexts(turns, "system"), areInstructions: true }
  ]
}

/** A value for the schema, as JSON text. The result is a failure when the schema takes none. */
export const structuredText = Effect.fnUntraced(function* (
  schemas: SchemaPool["Service"],
  decisions: Decisions["Service"],
  schema: SchemaNode,
  findings: Findings,
  turns: ReadonlyArray<Turn>
) {
  const value = yield* fillSchema(schemas, decisions, schema, textsOf(findings, turns))
  return Result.map(value, (json) => JSON.stringify(json))
})

// Structured output: answers as JSON for a caller's schema, and the error when no value satisfies it.
// Source: §4.7, §4.10.
import type { Decisions } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Findings } from "../question-answering/research.ts"
import type { Passage } from "../question-answering/passages.ts"
import { readPassages } from "../question-answering/passages.ts"
import type { Turn } from "../question-answering/question.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { SchemaPool } from "./SchemaPool.ts"
import { fillSchema } from "./fillSchema.ts"
import { ordinalPoint } from "../text/dates.ts"
import type { ExtractionScope } from "./scope.ts"
import type { SchemaNode } from "@leadline/core/internal"

/** The error for a schema that no value was found for. */
export const unsatisfiableSchema = (
  path: ReadonlyArray<string | number>,
  message: string
): ApiError.InvalidRequestError => {
  const issue = { path: path.map(String), message }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

/** Passages that values are extracted from, at most. */
const maxPassages = 120

/** Characters read of one text of the conversation, at most. */
const maxTextLength = 20_000

type Layer = Pick<ExtractionScope, "passages" | "texts">

/** Splits texts into passages. */
const readLayer = function* (given: ReadonlyArray<string>, most: number): CooperativeTask<Layer> {
  const passages: Array<Passage> = []
  const texts: Array<string> = []
  for (const whole of given) {
    const text = whole.slice(0, maxTextLength).replaceAll(ordinalPoint, "")
    texts.push(text)
    passages.push(...(yield* readPassages(0, text, most - passages.length)))
    if (passages.length >= most) break
  }
  return { passages, texts }
}

/** Sentences of instructions that say how to answer or give an example. They hold no values. */
const tellsHow =
  /\b(?:e\.g|for example|examples?|such as|format|returns?|respond|reply|extract|answers?|output|schema|json|you are|must|should)\b/i

/** Messages of a conversation that are read, at most. */
const maxTexts = 40

/** The texts of messages of some roles, newest first. */
const newestTexts = function* (
  turns: ReadonlyArray<Turn>,
  isWanted: (role: Turn["role"]) => boolean,
  until: number
) {
  const texts: Array<string> = []
  for (let at = until - 1; at >= 0 && texts.length < maxTexts; at--) {
    if (at % 1_024 === 0) yield 8
    const turn = turns[at]
    if (turn !== undefined && isWanted(turn.role)) texts.push(turn.text)
  }
  return texts
}

/**
 * The texts that values are extracted from: the newest user message, with the pages if it only asks; then tool outputs and
 * earlier messages, newest first; then the instructions, without those on how to answer.
 */
export const extractionScope = function* (
  { chosen, pages, question, ranked }: Findings,
  turns: ReadonlyArray<Turn>
): CooperativeTask<ExtractionScope> {
  let last = turns.length - 1
  for (; last >= 0 && turns[last]?.role !== "user"; last--) if (last % 1_024 === 0) yield 8
  const message = yield* readLayer([turns[last]?.text ?? question.text], maxPassages)
  const others = yield* newestTexts(turns, (role) => role === "user" || role === "assistant", last)
  const outputs = yield* newestTexts(turns, (role) => role === "tool", turns.length)
  const before = yield* readLayer([...outputs, ...others], maxPassages)
  const told = yield* readLayer(
    yield* newestTexts(turns, (role) => role === "system", turns.length),
    maxPassages
  )
  const answers = question.onlyAsks ? chosen.map(({ passage }) => passage) : []
  const cited = new Set(answers.map(({ source }) => source))
  const fromPages = ranked
    .map(({ passage }) => passage)
    .filter((passage) => cited.has(passage.source) && !answers.includes(passage))
    .slice(0, maxPassages)
  const citedPages = pages.filter(({ id }) => cited.has(id))
  const common = { question: question.text, urls: [] }
  const instructions = {
    ...common,
    texts: [],
    passages: told.passages.filter(({ text }) => !tellsHow.test(text))
  }
  return {
    question: question.text,
    urls: citedPages.map(({ url }) => url),
    passages: [...answers, ...message.passages, ...fromPages],
    answering: answers.length + message.passages.length,
    texts: [...citedPages.map(({ snippet }) => snippet), ...message.texts],
    earlier: { ...common, ...before, earlier: instructions }
  }
}

/** A value for the schema, as JSON text. The result is a failure when the schema takes none. */
export const structuredText = Effect.fnUntraced(function* (
  schemas: SchemaPool["Service"],
  decisions: Decisions["Service"],
  schema: SchemaNode,
  findings: Findings,
  turns: ReadonlyArray<Turn>
) {
  const scope = yield* makeTimeSlicer().run(extractionScope(findings, turns))
  const value = yield* fillSchema(schemas, decisions, schema, scope)
  return Result.map(value, (json) => JSON.stringify(json))
})

// Answers in the form of a caller's schema, and refusal of unsupported schemas.
// Source: §4.7, §4.10.
import type { Decisions } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Findings } from "../question-answering/findings.ts"
import type { Passage } from "../question-answering/passages.ts"
import { readPassages } from "../question-answering/passages.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { ExtractionScope } from "./field.ts"
import { fillSchema } from "./fillSchema.ts"
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

/**
 * The passages that values are extracted from: the message and the rest of the conversation, newest first. Pages are
 * read when the message only asks.
 */
export const extractionScope = function* ({
  chosen,
  pages,
  question,
  ranked
}: Findings): CooperativeTask<ExtractionScope> {
  const own: Array<Passage> = []
  for (const text of [question.text, ...question.conversationTexts.toReversed()]) {
    own.push(...(yield* readPassages(0, text.slice(0, maxTextLength), maxPassages - own.length)))
    if (own.length >= maxPassages) break
  }
  const fromPages =
    question.onlyAsks && chosen.length > 0 ? ranked.slice(0, maxPassages).map(({ passage }) => passage) : []
  return { question, pages: fromPages.length > 0 ? pages : [], passages: [...fromPages, ...own] }
}

/** A value for the schema, as JSON text. The result is a failure when none was found. */
export const structuredText: (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  schema: SchemaNode,
  findings: Findings
) => Effect.Effect<Result.Result<string, string>, ApiError.ApiError> = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  schema: SchemaNode,
  findings: Findings
) {
  const scope = yield* makeTimeSlicer().run(extractionScope(findings))
  const value = yield* fillSchema(lexicon, decisions, schema, scope)
  return Result.map(value, (json) => JSON.stringify(json))
})

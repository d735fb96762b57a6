// Answers in the form of a caller's schema, and what is refused beforehand.
// Source: §4.7, §4.10.
import type { Decisions } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { findSchemaProblem } from "./checkSchema.ts"
import type { ExtractionScope } from "./field.ts"
import { fillSchema } from "./fillSchema.ts"
import type { SchemaNode } from "./schemaKeywords.ts"
import type { Findings } from "../question-answering/findings.ts"
import type { Passage } from "../question-answering/passages.ts"
import { readPassages } from "../question-answering/passages.ts"

/** Refuses a schema that is wrong, or asks for what is not kept here. `path` is where it stands in the request. */
export const refuseUnsupportedSchema = (
  schema: SchemaNode,
  path: ReadonlyArray<string | number>
): Effect.Effect<void, ApiError.InvalidRequestError> => {
  const problem = findSchemaProblem(schema)
  if (problem === undefined) return Effect.void
  const issue = { path: [...path, ...problem.path].map(String), message: problem.message }
  return Effect.fail(
    new ApiError.InvalidRequestError({
      message: ApiError.issueText(issue),
      issues: [issue],
      phase: "request"
    })
  )
}

/** The failure of a schema for which no value was found. */
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

/** Passages a value is taken from, at most. */
const maxPassages = 120

/** Characters of one text of the conversation that are read, at most. */
const maxTextLength = 20_000

/** What values may be taken from: what answers the question, then what the conversation says. */
export const extractionScope = function* ({
  chosen,
  pages,
  question,
  ranked
}: Findings): CooperativeTask<ExtractionScope> {
  const own: Array<Passage> = []
  for (const text of question.conversationTexts.toReversed()) {
    own.push(...(yield* readPassages(0, text.slice(0, maxTextLength), maxPassages - own.length)))
    if (own.length >= maxPassages) break
  }
  const fromPages =
    pages.length > 0 && chosen.length > 0 ? ranked.slice(0, maxPassages).map(({ passage }) => passage) : []
  return {
    question,
    minScore: 0.2,
    pages: fromPages.length > 0 ? pages : [],
    passages: [...fromPages, ...own]
  }
}

/** The JSON text of a value for the schema. */
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

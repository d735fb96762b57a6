// What is done with a caller's schema: fills and validates it. To be run where it can be ended.
import type { SchemaNode } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { tokenize } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { fillValue } from "./fillValue.ts"
import type { Decision, Outcome } from "./readOptions.ts"
import type { ExtractionScope } from "./scope.ts"
import { makeValidator } from "./validate.ts"

/** A schema to be filled from texts. `outcomes`: the answers to its questions, once they are known. */
export interface SchemaTask {
  readonly schema: SchemaNode
  readonly scope: SentScope
  readonly outcomes?: ReadonlyArray<Outcome>
}

/** What comes of it: questions for the decisions engine, or a value, if the schema takes one. */
export type SchemaTaskResult =
  | { readonly kind: "questions"; readonly decisions: ReadonlyArray<Decision> }
  | { readonly kind: "value"; readonly value: Schema.Json; readonly notFound: ReadonlyArray<string> }
  | { readonly kind: "none" }

/** Texts of a scope as they are sent to a thread: the tokens of passages are made there. */
export interface SentScope extends Omit<ExtractionScope, "passages" | "earlier"> {
  readonly passages: ReadonlyArray<Omit<ExtractionScope["passages"][number], "tokens">>
  readonly earlier?: SentScope
}

/** Characters sent of a question, at most. */
const maxQuestion = 20_000

/** A scope without what the work does not need. */
export const toSend = ({ earlier, passages, question, ...rest }: ExtractionScope): SentScope => ({
  ...rest,
  question: question.slice(0, maxQuestion),
  passages: passages.map(({ heading, order, row, source, text }) => ({
    heading,
    order,
    source,
    text,
    ...(row !== undefined && { row })
  })),
  ...(earlier !== undefined && { earlier: toSend(earlier) })
})

const received = ({ earlier, passages, ...rest }: SentScope): ExtractionScope => ({
  ...rest,
  passages: passages.map((passage) => ({ ...passage, tokens: tokenize(passage.text) })),
  ...(earlier !== undefined && { earlier: received(earlier) })
})

/** Makes the function that does such work. */
export const makeSchemaWork =
  (lexicon: Lexicon) =>
  ({ outcomes, schema, scope }: SchemaTask): SchemaTaskResult => {
    const { decisions, filled } = fillValue(lexicon, schema, received(scope), outcomes)
    if (outcomes === undefined && decisions.length > 0) return { kind: "questions", decisions }
    const isValid = makeValidator(schema)
    // What is found may contradict the rest of the schema, such as its `uniqueItems`.
    const isFound = filled.value !== undefined && isValid(filled.value)
    const { notFound, value } = isFound ? filled : fillValue(lexicon, schema).filled
    return value !== undefined && isValid(value) ? { kind: "value", value, notFound } : { kind: "none" }
  }

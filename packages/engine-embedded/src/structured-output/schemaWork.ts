// What is done with a caller's schema: fills and validates it. To be run where it can be ended.
import type { SchemaNode } from "@leadline/core/internal"
import type { Lexicon } from "../vectors/lexicon.ts"
import { type Filled, fillValue } from "./fillValue.ts"
import type { Decision, Outcome } from "./readOptions.ts"
import { type GivenTexts, readSource } from "./sources.ts"
import { makeValidator } from "./validate.ts"

/** A schema to be filled from texts, the first ones first. `outcomes`: the answers to its questions, once they are known. */
export interface SchemaTask {
  readonly schema: SchemaNode
  readonly given: ReadonlyArray<GivenTexts>
  readonly outcomes?: ReadonlyArray<Outcome>
}

/** What comes of it: questions for the decisions engine, or a value; undefined where the schema takes none. */
export type SchemaTaskResult =
  | { readonly kind: "questions"; readonly decisions: ReadonlyArray<Decision> }
  | ({ readonly kind: "value" } & Pick<Filled, "value" | "notFound">)

/** Makes the function that does such work. */
export const makeSchemaWork =
  (lexicon: Lexicon) =>
  ({ given, outcomes, schema }: SchemaTask): SchemaTaskResult => {
    const { decisions, filled } = fillValue(lexicon, schema, given.map(readSource), outcomes)
    if (outcomes === undefined && decisions.length > 0) return { kind: "questions", decisions }
    const isValid = makeValidator(schema)
    // What is found may contradict the rest of the schema, such as its `uniqueItems`.
    const isFound = filled.value !== undefined && isValid(filled.value)
    const { notFound, value } = isFound ? filled : fillValue(lexicon, schema).filled
    return { kind: "value", value: value !== undefined && isValid(value) ? value : undefined, notFound }
  }

// Free content: text, an object or an array.
// Source: §2.1, §2.2.
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Json } from "./Json.ts"

/** A string, an object or an array of JSON values. Numbers, booleans and null are refused. */
export type Content = string | { readonly [name: string]: Schema.Json } | ReadonlyArray<Schema.Json>

const isContent = (value: Schema.Json): value is Content =>
  typeof value === "string" || Predicate.isObjectOrArray(value)

const shapes = [{ type: "string" }, { type: "object" }, { type: "array" }] as const

// Assumed: ours.
/** The schema of {@link Content}, checked in one walk. A record schema took a third of a second for 100,000 names. */
export const Content = Json.pipe(
  Schema.refine(isContent, {
    expected: "a string, an object or an array",
    toJsonSchema: () => ({ anyOf: shapes })
  })
)

/** {@link Content}, or null where the contract allows none. */
export type ContentOrNull = Content | null

/** {@link ContentOrNull}. */
export const ContentOrNull = Json.pipe(
  Schema.refine((value): value is ContentOrNull => value === null || isContent(value), {
    expected: "a string, an object, an array or null",
    toJsonSchema: () => ({ anyOf: [...shapes, { type: "null" }] })
  })
)

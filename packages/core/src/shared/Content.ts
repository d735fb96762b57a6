// Free content as the wire carries it: text, an object or an array.
// Source: §2.1, §2.2.
import * as Schema from "effect/Schema"
import { JsonObject } from "./jsonObject.ts"

/** A string, an object or an array of JSON values. Numbers, booleans and null are refused. */
export const Content = Schema.Union([Schema.String, JsonObject, Schema.Array(Schema.Json)]).annotate({
  expected: "a string, an object or an array"
})

/** {@link Content}, readonly. */
export type Content = typeof Content.Type

/** {@link Content}, or null where the document allows it to be left open. */
export const ContentOrNull = Schema.NullOr(Content).annotate({
  expected: "a string, an object, an array or null"
})

/** {@link Content} or null. */
export type ContentOrNull = typeof ContentOrNull.Type

// Answers are open: fields nobody knows yet are kept, never an error.
// Source: §2; Assumed: ours, except for requests, which the document closes.
import * as Schema from "effect/Schema"

const further = Schema.Record(Schema.String, Schema.Json)

/** A struct that keeps fields beyond the named ones as JSON. */
export const open = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.StructWithRest(Schema.Struct(fields), [further])

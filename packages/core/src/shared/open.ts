// Answers are open: fields nobody knows yet are kept, never an error.
// Source: §2; Assumed: ours, except for requests, which the document closes.
import * as Schema from "effect/Schema"

const further = Schema.Record(Schema.String, Schema.Json)

/**
 * A struct that keeps fields beyond the named ones as JSON. The type names the known fields only, so that
 * a plain object with them is an answer too.
 */
export const open = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.StructWithRest(Schema.Struct(fields), [further]) as unknown as Schema.Codec<
    Schema.Struct.Type<F>,
    Schema.Struct.Encoded<F>,
    Schema.Struct.DecodingServices<F>,
    Schema.Struct.EncodingServices<F>
  >

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

/** One of the known words, or another text nobody knows yet. Editors offer the known ones. */
export const openEnum = <const L extends string>(_known: ReadonlyArray<L>) =>
  Schema.String as unknown as Schema.Codec<L | (string & {})>

declare const unknown: unique symbol

/** The `type` of something nobody knows yet: a text, opaque so that a switch over the known ones stays exact. */
export interface UnknownKind {
  readonly [unknown]: never
  readonly toString: () => string
}

/** A member of a union for what has another `type` than the known ones; its fields are kept as JSON. */
export const unknownKind = (known: ReadonlySet<string>) =>
  open({
    type: Schema.String.check(
      Schema.makeFilter((type: string) => (known.has(type) ? "Expected the fields of its type" : undefined))
    )
  }) as unknown as Schema.Codec<{ readonly type: UnknownKind }>

// Open schemas for responses: unknown fields are kept, and are not an error.
// Source: §2; Assumed: ours, except for requests, which the document closes.
import { Json } from "./Json.ts"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const further = Schema.Record(Schema.String, Json)

/**
 * A struct that keeps unknown fields as JSON. Its type has the known fields only, so that an object with just these is
 * a response too.
 */
export const open = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.make(
    new SchemaAST.Objects(Schema.Struct(fields).ast.propertySignatures, further.ast.indexSignatures)
  ) as unknown as Schema.Codec<
    Schema.Struct.Type<F>,
    Schema.Struct.Encoded<F>,
    Schema.Struct.DecodingServices<F>,
    Schema.Struct.EncodingServices<F>
  >

/** A field that may be absent or null. */
export const optionalOrNull = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** One of the known values, or any other string. Editors suggest the known ones. */
export const openEnum = <const L extends string>(_known: ReadonlyArray<L>) =>
  Schema.String as unknown as Schema.Codec<L | (string & {})>

declare const unknown: unique symbol

/** An unknown `type`: opaque, so that a switch over the known types narrows exactly. */
export interface UnknownKind {
  readonly [unknown]: never
  readonly toString: () => string
}

/** The member of a union for objects of an unknown `type`; their fields are kept as JSON. */
export const unknownKind = (known: ReadonlySet<string>) =>
  open({
    type: Schema.String.check(
      Schema.makeFilter((type: string) => (known.has(type) ? "Expected the fields of this type" : undefined))
    )
  }) as unknown as Schema.Codec<{ readonly type: UnknownKind }>

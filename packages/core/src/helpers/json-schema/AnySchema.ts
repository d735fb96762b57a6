// A schema of the caller's: of Effect, or of any library that follows Standard Schema and Standard JSON Schema.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "effect/StandardSchema"
import { issuesOf } from "../../errors/issues.ts"
import type { JsonSchema } from "../../schema/JsonSchema.ts"

/**
 * A schema that checks values and can say its JSON Schema: one of Effect, zod 4, arktype, or any other with
 * `~standard.validate` and `~standard.jsonSchema`. For valibot: `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export type AnySchema<A> = Schema.Codec<A, unknown> | StandardSchema<A>

/** A schema that follows Standard Schema and Standard JSON Schema. */
export type StandardSchema<A> = StandardSchemaV1<unknown, A> & StandardJSONSchemaV1<unknown, A>

/** One thing a value lacks: where, and the message of the schema's library, which may quote the value. */
export interface SchemaViolation {
  /** From the value itself inwards. Empty: the value as a whole. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** The `$ref` of a JSON Schema to one of its definitions, by name. */
const definition = /^#\/\$defs\/([^/~%]+)$/

const ofEffect = (schema: Schema.Top): JsonSchema => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  // Some services want an object at the root, where a named schema is a reference.
  const name = definition.exec(String(root["$ref"]))?.[1]
  const { $ref: _, ...rest } = root
  const inlined = name === undefined ? root : { ...definitions[name], ...rest }
  return Object.keys(definitions).length === 0 ? inlined : { ...inlined, $defs: definitions }
}

const isEffect = <A>(schema: AnySchema<A>): schema is Schema.Codec<A, unknown> => Schema.isSchema(schema)

const textOf = (error: unknown): string => (error instanceof Error ? error.message : "not expressible")

/**
 * The JSON Schema, draft 2020-12, of the values that the schema accepts. Throws a TypeError for a schema without one,
 * and for types that JSON cannot express.
 */
export const jsonSchemaOf = <A>(schema: AnySchema<A>): JsonSchema => {
  if (isEffect(schema)) return ofEffect(schema)
  const standard = (schema as Partial<StandardSchema<A>> | null | undefined)?.["~standard"]
  if (standard === undefined) {
    throw new TypeError(
      "schema: expected an Effect Schema or a Standard Schema; `create` takes plain JSON Schema, in `response_format` or `tools`"
    )
  }
  const { jsonSchema, vendor } = standard as Partial<StandardSchema<A>["~standard"]>
  if (jsonSchema === undefined) {
    throw new TypeError(`schema: this schema of ${vendor} has no ~standard.jsonSchema`)
  }
  try {
    const { $schema: _, ...rest } = jsonSchema.input({ target: "draft-2020-12" })
    return rest
  } catch (cause) {
    const message = textOf(cause)
    const hint = /\bdate\b/i.test(message) ? "; take a text with a format, such as z.iso.date() of zod" : ""
    throw new TypeError(`schema: ${message}${hint}`, { cause })
  }
}

const segmentOf = (part: PropertyKey | StandardSchemaV1.PathSegment): string | number => {
  const key = typeof part === "object" ? part.key : part
  return typeof key === "number" ? key : String(key)
}

/** Checks a JSON value against a schema, and decodes it. */
export const decode = <A>(
  schema: AnySchema<A>,
  value: unknown
): Effect.Effect<Result.Result<A, ReadonlyArray<SchemaViolation>>> => {
  if (isEffect(schema)) {
    const decoded = Schema.decodeUnknownEffect(Schema.toCodecJson(schema), { errors: "all" })(value)
    return Effect.result(
      Effect.mapError(decoded, (error) => issuesOf(error).map(({ message, path }) => ({ message, path })))
    )
  }
  return Effect.map(
    Effect.promise(async () => schema["~standard"].validate(value)),
    (result) =>
      result.issues === undefined
        ? Result.succeed(result.value)
        : Result.fail(
            result.issues.map(({ message, path = [] }) => ({ message, path: Array.from(path, segmentOf) }))
          )
  )
}

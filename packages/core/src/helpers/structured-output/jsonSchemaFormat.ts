// The `response_format` that asks for JSON of a schema, for chat and for responses.
import { aBoolean, type Check, checkOptions, type Checks } from "../../client/optionChecks.ts"
import type { JsonSchema } from "../../schema/JsonSchema.ts"
import { type AnySchema, jsonSchemaOf } from "../json-schema/AnySchema.ts"

/** Options of {@link jsonSchemaFormat}. Unknown or invalid ones throw a TypeError that names the option. */
export interface JsonSchemaFormatOptions {
  /** The name of the format, 1 to 64 characters. Default `output`. */
  readonly name?: string | undefined
  /** A description of the value, for the model. Default none. */
  readonly description?: string | undefined
  /** True: the model enforces each part of the schema. Default: that of the service. */
  readonly strict?: boolean | undefined
}

const text = (expected: string, min: number, max: number): Check => [
  expected,
  (value) => typeof value === "string" && value.length >= min && value.length <= max
]

/** The check of each option. */
export const formatOptions = {
  name: text("a text of 1 to 64 characters", 1, 64),
  description: text("a text", 0, Infinity),
  strict: aBoolean
} satisfies Checks<JsonSchemaFormatOptions>

/** A `response_format` for chat and for responses. */
export interface JsonSchemaFormat {
  readonly type: "json_schema"
  readonly json_schema: {
    readonly name: string
    readonly schema: JsonSchema
    readonly description?: string
    readonly strict?: boolean
  }
}

/**
 * The `response_format` that asks for JSON of a schema: `chat.create({ …, response_format: jsonSchemaFormat(Answer) })`.
 * Throws for a schema that JSON Schema cannot express.
 */
export const jsonSchemaFormat = <A>(
  schema: AnySchema<A>,
  options: JsonSchemaFormatOptions = {}
): JsonSchemaFormat => {
  checkOptions(options, formatOptions)
  const { description, name = "output", strict } = options
  return {
    type: "json_schema",
    json_schema: {
      name,
      schema: jsonSchemaOf(schema),
      ...(description !== undefined && { description }),
      ...(strict !== undefined && { strict })
    }
  }
}

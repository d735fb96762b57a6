// Validates the answers of models against callers' schemas. It may take long: only in a thread, or without patterns.
import { validate } from "@cfworker/json-schema"
import { type SchemaNode, standardSchema } from "@leadline/core/internal"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** An answer, and the schema that it should follow. */
export interface ValidationTask {
  readonly schema: SchemaNode
  readonly text: string
}

const parse = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** Is a text JSON that follows a schema? Not if it has a name that no JSON pointer can have: half a character. */
export const followsSchema = ({ schema: root, text }: ValidationTask): boolean => {
  const value = parse(text)
  const { references, schema } = standardSchema(root)
  try {
    return Option.isSome(value) && validate(value.value, schema, "2020-12", references).valid
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

// Validates values against a caller's schema. It may take long: only in `schemaWork.ts`.
import { deepCompareStrict, validate } from "@cfworker/json-schema"
import { type SchemaNode, standardSchema } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"

/** Are two JSON values equal? The order of keys does not matter. */
export const jsonEquals: (left: Schema.Json, right: Schema.Json) => boolean = deepCompareStrict

/** Makes a validator for the values of a schema. */
export const makeValidator = (root: SchemaNode): ((value: Schema.Json) => boolean) => {
  const { references, schema } = standardSchema(root)
  return (value) => validate(value, schema, "2020-12", references).valid
}

/** The check of a part of a schema, whose references lead to the whole. */
export const partValidator = (root: SchemaNode, part: SchemaNode): ((value: Schema.Json) => boolean) => {
  const { $defs, definitions } = root
  const isValid = makeValidator({
    ...part,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions })
  })
  return (value) => {
    try {
      return isValid(value)
    } catch {
      return false
    }
  }
}

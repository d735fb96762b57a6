// Validates values against a caller's schema, and merges what it refers to. It may take long: only in threads.
import { deepCompareStrict, validate } from "@cfworker/json-schema"
import {
  propertiesOf,
  requiredOf,
  resolveReference,
  type SchemaNode,
  standardSchema,
  stringKeyword,
  subschemas
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"

/** Are two JSON values equal? The order of keys does not matter. */
export const jsonEquals: (left?: Schema.Json, right?: Schema.Json) => boolean = deepCompareStrict

/** Makes a validator for the values of a schema. None is valid where references go round without end. */
export const makeValidator = (root: SchemaNode): ((value: Schema.Json) => boolean) => {
  const { references, schema } = standardSchema(root)
  return (value) => {
    try {
      return validate(value, schema, "2020-12", references).valid
    } catch {
      return false
    }
  }
}

/** The check of a part of a schema, whose references lead to the whole. */
export const partValidator = ({ $defs = {}, definitions = {} }: SchemaNode, part: SchemaNode) =>
  makeValidator({ ...part, $defs, definitions })

/** How deep references are followed. */
const maxDepth = 24

/**
 * Merges `$ref` and `allOf` into one schema; `undefined` when the budget of merges is spent: without one, references could
 * double them at every level. Later keywords win, `properties` and `required` are united. A property of several parts fits all.
 */
export const mergeSchema = (
  root: SchemaNode,
  node: SchemaNode,
  budget: { left: number },
  depth = 0
): SchemaNode | undefined => {
  budget.left--
  const { $ref: _ref, allOf: _all, ...rest } = node
  const reference = stringKeyword(node, "$ref")
  const parts = [
    ...(reference === undefined ? [] : [resolveReference(root, reference) ?? {}]),
    ...subschemas(node, "allOf")
  ]
  if (parts.length === 0) return node
  if (depth > maxDepth || budget.left < 0) return undefined
  const merged = [...parts.map((part) => mergeSchema(root, part, budget, depth + 1)), rest]
  const all = merged.filter((part) => part !== undefined)
  if (all.length < merged.length) return undefined
  const properties = Array.from(
    Map.groupBy(all.flatMap(propertiesOf), ([name]) => name),
    ([name, given]) => {
      const different = [...new Map(given.map(([, one]) => [JSON.stringify(one), one])).values()]
      return [name, different.length > 1 ? { allOf: different } : different[0]] as const
    }
  )
  const required = all.flatMap(requiredOf)
  return Object.fromEntries([
    ...all.flatMap(Object.entries<SchemaNode[string]>),
    ...(properties.length > 0 ? [["properties", Object.fromEntries(properties)] as const] : []),
    ...(required.length > 0 ? [["required", [...new Set(required)]] as const] : [])
  ])
}

/** The `$ref`s of a schema, without following them. */
export const referencesOf = (node: SchemaNode): ReadonlyArray<string> => {
  const within = subschemas(node, "allOf").flatMap(referencesOf)
  const own = stringKeyword(node, "$ref")
  return own === undefined ? within : [own, ...within]
}

// Parts of a schema: merged with what they refer to, their types, and their validators.
import type { SchemaNode } from "@leadline/core/internal"
import {
  keyword,
  propertiesOf,
  requiredOf,
  resolveReference,
  stringKeyword,
  subschemas,
  typesOf
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { makeValidator } from "./validate.ts"

/** How deep references are followed. */
export const maxDepth = 24

/** How many schemas may still be merged for one value. Without a limit, references could double them at every level. */
export interface MergeBudget {
  left: number
}

/** The initial {@link MergeBudget} of one value. */
export const maxMerges = 10_000

/**
 * Merges `$ref` and `allOf` into one schema; `undefined` when the budget is spent. Later keywords win, `properties`
 * and `required` are united.
 */
export const mergeSchema = (
  root: SchemaNode,
  node: SchemaNode,
  budget: MergeBudget,
  depth = 0
): SchemaNode | undefined => {
  budget.left--
  const reference = stringKeyword(node, "$ref")
  const parts = [
    ...(reference === undefined ? [] : [resolveReference(root, reference) ?? {}]),
    ...subschemas(node, "allOf")
  ]
  if (parts.length === 0) return node
  if (depth > maxDepth || budget.left < 0) return undefined
  const { $ref: _ref, allOf: _all, ...rest } = node
  const keywords = new Map<string, SchemaNode[string]>()
  const properties = new Map<string, SchemaNode>()
  const required = new Set<string>()
  for (const part of [...parts, rest]) {
    const inner = part === rest ? rest : mergeSchema(root, part, budget, depth + 1)
    if (inner === undefined) return undefined
    for (const [key, value] of Object.entries(inner)) keywords.set(key, value)
    for (const [name, schema] of propertiesOf(inner)) properties.set(name, schema)
    for (const name of requiredOf(inner)) required.add(name)
  }
  if (properties.size > 0) keywords.set("properties", Object.fromEntries(properties))
  if (required.size > 0) keywords.set("required", [...required])
  return Object.fromEntries(keywords)
}

/** The type of a schema without `type`, by its other keywords. */
const guessType = (node: SchemaNode): string => {
  const has = (...keys: ReadonlyArray<string>): boolean =>
    keys.some((key) => keyword(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return "object"
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return "array"
  return has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") ? "number" : "string"
}

/** The types that a schema takes, without `null`. */
export const typesIn = (node: SchemaNode): ReadonlyArray<string> =>
  typesOf(node).length === 0 ? [guessType(node)] : typesOf(node).filter((type) => type !== "null")

/** The `$ref`s of a schema, without following them. */
export const referencesOf = (node: SchemaNode): ReadonlyArray<string> =>
  [node, ...subschemas(node, "allOf")].flatMap((part) => stringKeyword(part, "$ref") ?? [])

/** The check of a part of a schema, whose references lead to the whole. */
export const partValidator = (root: SchemaNode, part: SchemaNode): ((value: Schema.Json) => boolean) => {
  const { $defs, definitions } = root
  const validate = makeValidator({
    ...part,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions })
  })
  return (value) => {
    try {
      return validate(value)
    } catch {
      return false
    }
  }
}

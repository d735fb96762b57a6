// One schema of all that a schema refers to.
import type { SchemaNode } from "@leadline/core/internal"
import {
  propertiesOf,
  requiredOf,
  resolveReference,
  stringKeyword,
  subschemas
} from "@leadline/core/internal"

/** How many schemas may still be merged for one value. Without a limit, references could double them at every level. */
export interface MergeBudget {
  left: number
}

/** How deep references are followed. */
const maxDepth = 24

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

/** The `$ref`s of a schema, without following them. */
export const referencesOf = (node: SchemaNode): ReadonlyArray<string> =>
  [node, ...subschemas(node, "allOf")].flatMap((part) => stringKeyword(part, "$ref") ?? [])

// Merges the references and the `allOf` of a schema into one schema.
import type { SchemaNode } from "@leadline/core/internal"
import {
  propertiesOf,
  requiredOf,
  resolveReference,
  stringKeyword,
  subschemas
} from "@leadline/core/internal"

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
  let folded: SchemaNode = {}
  for (const part of [...parts, rest]) {
    const inner = part === rest ? rest : mergeSchema(root, part, budget, depth + 1)
    if (inner === undefined) return undefined
    const properties = Object.fromEntries([...propertiesOf(folded), ...propertiesOf(inner)])
    const required = [...new Set([...requiredOf(folded), ...requiredOf(inner)])]
    folded = Object.fromEntries([
      ...Object.entries(folded),
      ...Object.entries(inner),
      ...(Object.keys(properties).length > 0 ? [["properties", properties] as const] : []),
      ...(required.length > 0 ? [["required", required] as const] : [])
    ])
  }
  return folded
}

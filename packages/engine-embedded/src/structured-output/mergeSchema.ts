// Merges the references and the `allOf` of a schema into one schema.
import type { Node } from "./schemaKeywords.ts"
import { nodesOf, propertiesOf, requiredOf, resolve, textOf } from "./schemaKeywords.ts"

/** How deep references are followed. */
export const mostDepth = 24

/** Schemas still to be folded for one value: references can double at every step. */
export interface Budget {
  left: number
}

/** The initial {@link Budget} of one value. */
export const mostFolds = 10_000

/** References and `allOf` folded into one schema. Later entries of the same keyword win, properties are joined. */
export const fold = (root: Node, node: Node, budget: Budget, depth = 0): Node | undefined => {
  budget.left--
  const reference = textOf(node, "$ref")
  const parts = [
    ...(reference === undefined ? [] : [resolve(root, reference) ?? {}]),
    ...nodesOf(node, "allOf")
  ]
  if (parts.length === 0) return node
  if (depth > mostDepth || budget.left < 0) return undefined
  const { $ref: _ref, allOf: _all, ...rest } = node
  let folded: Node = {}
  for (const part of [...parts, rest]) {
    const inner = part === rest ? rest : fold(root, part, budget, depth + 1)
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

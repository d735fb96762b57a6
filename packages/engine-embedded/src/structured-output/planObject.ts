// Plans the properties of an object.
import * as Effect from "effect/Effect"
import type { ExtractionScope } from "./field.ts"
import { describeField } from "./field.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isFound } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, propertiesOf, requiredOf, subschema } from "@leadline/core/internal"

/** Plans an object: its required properties, and the optional ones found in the text. */
export const planObject = Effect.fnUntraced(function* (
  context: PlanContext,
  node: SchemaNode,
  scope: ExtractionScope,
  depth: number
) {
  const required = new Set(requiredOf(node))
  const min = numberKeyword(node, "minProperties") ?? 0
  const most = numberKeyword(node, "maxProperties") ?? Infinity
  const entries: Array<readonly [string, Plan, boolean]> = []
  const properties = propertiesOf(node)
  const named = new Set(properties.map(([name]) => name))
  const further = subschema(node, "additionalProperties") ?? {}
  const undeclared = [...required].filter((name) => !named.has(name)).map((name) => [name, further] as const)
  for (const [name, inner] of [...properties, ...undeclared]) {
    const isRequired = required.has(name)
    if (entries.length >= most && !isRequired) continue
    const plan: PlannedValue = yield* context.planNode(
      inner,
      describeField(context.lexicon, name, context.merge(inner) ?? inner),
      scope,
      depth + 1
    )
    if (plan === undefined && isRequired) {
      context.miss(name)
      return undefined
    }
    if (plan !== undefined && (isRequired || isFound(plan))) entries.push([name, plan, isRequired])
  }
  return entries.length >= min ? ({ kind: "object", entries, min } as const) : undefined
})

// Plans the properties of an object.
import * as Effect from "effect/Effect"
import type { ExtractionScope } from "./field.ts"
import { describeField } from "./field.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isFound } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { maxPlaces } from "./planContext.ts"
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
  const least = numberKeyword(node, "minProperties") ?? 0
  const most = numberKeyword(node, "maxProperties") ?? Infinity
  const entries: Array<readonly [string, Plan]> = []
  const properties = propertiesOf(node)
  const further = subschema(node, "additionalProperties")
  const named = new Set(properties.map(([name]) => name))
  const undeclared = [...required]
    .filter((name) => !named.has(name))
    .map((name) => [name, further ?? {}] as const)
  for (const [name, inner] of [...properties, ...undeclared]) {
    if (entries.length >= most && !required.has(name)) continue
    const plan: PlannedValue = yield* context.planNode(
      inner,
      describeField(context.lexicon, name, context.merge(inner) ?? inner),
      scope,
      depth + 1
    )
    if (plan === undefined && required.has(name)) return undefined
    const wanted = required.has(name) || entries.length < least
    if (plan !== undefined && (wanted || isFound(plan))) entries.push([name, plan])
  }
  // `minProperties` requires entries that the schema does not name.
  for (let extra = 1; entries.length < least; extra++) {
    const plan: PlannedValue =
      further === undefined || extra > maxPlaces
        ? undefined
        : yield* context.planNode(further, describeField(context.lexicon, "", further), scope, depth + 1)
    if (plan === undefined) return undefined
    entries.push([`entry_${extra}`, plan])
  }
  return { kind: "object", entries } as const
})

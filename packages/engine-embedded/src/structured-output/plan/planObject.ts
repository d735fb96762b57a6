// Plans an object.
import * as Effect from "effect/Effect"
import type { ExtractionScope } from "../field.ts"
import { describeField } from "../field.ts"
import { entryValue } from "../entryProperties.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isFound, knownValue } from "./plan.ts"
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
    const merged = context.merge(inner) ?? inner
    const field = describeField(context.lexicon, name, merged)
    const { entry, ...rest } = scope
    const inside = entry === undefined ? rest : { ...rest, enclosingEntry: entry }
    const own = entry === undefined ? undefined : entryValue(entry, field, merged, node)
    const plan: PlannedValue =
      own?.value === undefined
        ? yield* context.planNode(
            inner,
            field,
            own === undefined ? inside : { ...inside, passages: [] },
            depth + 1
          )
        : knownValue(own.value, true)
    if (plan === undefined && isRequired) {
      context.miss(name)
      return undefined
    }
    if (plan !== undefined && (isRequired || isFound(plan))) entries.push([name, plan, isRequired])
  }
  return entries.length >= min ? ({ kind: "object", entries, min } as const) : undefined
})

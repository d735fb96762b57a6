// Plans the entries of a list.
import * as Effect from "effect/Effect"
import type { Ranked } from "../question-answering/rankPassages.ts"
import type { Field, Scope } from "./field.ts"
import { textsFor } from "./fieldValues.ts"
import type { Plan, Planned } from "./plan.ts"
import { isWhole, value } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { mostPlaces } from "./planContext.ts"
import { nameOf, stateOf } from "./planOptions.ts"
import type { Node } from "./schemaKeywords.ts"
import { listOf, nodeOf, nodesOf, numberOf, own, requiredOf, textOf, typesOf } from "./schemaKeywords.ts"

/** Entries of a list whose length is open. */
const openLength = 5

/** Plans a list. `ranked` are the passages that speak of it, best first. */
export const planArray = Effect.fnUntraced(function* (
  context: PlanContext,
  node: Node,
  field: Field,
  here: Scope,
  ranked: ReadonlyArray<Ranked>,
  depth: number
) {
  const first = nodesOf(node, "prefixItems")
  const min = Math.max(numberOf(node, "minItems") ?? 0, 0)
  const max = Math.min(numberOf(node, "maxItems") ?? Infinity, Math.max(min, openLength + first.length))
  if (min > mostPlaces) return undefined
  const unique = own(node, "uniqueItems") === true
  const items: Array<Plan> = []
  for (const inner of first.slice(0, max)) {
    const plan: Planned = yield* context.planNode(inner, field, here, depth + 1)
    if (plan === undefined) return undefined
    items.push(plan)
  }
  const rest = nodeOf(node, "items") ?? (first.length > 0 ? undefined : { type: "string" })
  const item = rest === undefined ? undefined : context.merge(rest)
  if (item === undefined || items.length >= max)
    return items.length >= min ? ({ kind: "array", items, unique, min } as const) : undefined
  const options = listOf(item, "enum")
  if (options.length > 0 && first.length === 0) {
    const state = stateOf(ranked, here)
    const asked = options.map((option) =>
      context.decide({
        state,
        kind: "noul",
        options: [],
        instructions: `${field.about}: ${nameOf(option)}`
      })
    )
    return {
      kind: "several",
      decisions: asked,
      values: options,
      min,
      max: numberOf(node, "maxItems") ?? options.length
    } as const
  }
  const types = typesOf(item)
  if (types.includes("string") && textOf(item, "const") === undefined) {
    for (const text of textsFor(item, field, ranked, here, max - items.length)) items.push(value(text, true))
  } else {
    // One entry for each passage that speaks of the field nearly as well as the best.
    const best = ranked[0]?.score ?? 0
    for (const { passage, score } of ranked) {
      if (items.length >= max || score < 0.6 * best || score <= 0) break
      const around = here.passages.filter(
        ({ order, source }) => source === passage.source && Math.abs(order - passage.order) === 1
      )
      const inner: Scope = { ...here, passages: [passage, ...around] }
      const plan: Planned = yield* context.planNode(item, field, inner, depth + 1)
      if (plan === undefined) break
      if (isWhole(plan, new Set(requiredOf(item)))) items.push(plan)
    }
  }
  while (items.length < min) {
    const plan: Planned = yield* context.planNode(item, field, here, depth + 1)
    if (plan === undefined || context.isExhausted()) return undefined
    items.push(plan)
  }
  return { kind: "array", items, unique, min } as const
})

// Plans the entries of a list.
import * as Effect from "effect/Effect"
import { chooseTexts } from "./fieldLists.ts"
import type { FieldQuery } from "./fieldValues.ts"
import type { ExtractionScope } from "./field.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isFound, knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { planSeveral } from "./planOptions.ts"
import {
  listKeyword,
  numberKeyword,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"

/** Entries of a list without `maxItems`, at most. */
const maxTexts = 50
const maxObjects = 20

/** Plans a list. Without enough entries in the text there is none. */
export const planArray = Effect.fnUntraced(function* (
  context: PlanContext,
  query: FieldQuery,
  depth: number
) {
  const { field, node, ranked, scope } = query
  const first = subschemas(node, "prefixItems")
  const min = numberKeyword(node, "minItems") ?? 0
  const max = numberKeyword(node, "maxItems") ?? Infinity
  const items: Array<Plan> = []
  for (const inner of first.slice(0, max)) {
    const plan: PlannedValue = yield* context.planNode(inner, field, scope, depth + 1)
    if (plan === undefined) break
    items.push(plan)
  }
  const rest = subschema(node, "items") ?? (first.length > 0 ? undefined : { type: "string" })
  const item = rest === undefined ? undefined : context.merge(rest)
  if (rest !== undefined && item !== undefined && items.length === first.length && items.length < max) {
    const options = listKeyword(item, "enum")
    if (options.length > 0 && first.length === 0) return planSeveral(context, query, options, { min, max })
    if (typesOf(item).includes("string") && stringKeyword(item, "const") === undefined) {
      for (const text of chooseTexts(query, item, Math.min(max - items.length, maxTexts)))
        items.push(knownValue(text, true))
    } else {
      for (const { passage } of ranked) {
        if (items.length >= Math.min(max, maxObjects) || context.isExhausted()) break
        const inner: ExtractionScope = { ...scope, passages: [passage] }
        const plan: PlannedValue = yield* context.planNode(rest, field, inner, depth + 1)
        if (plan !== undefined && isFound(plan)) items.push(plan)
      }
    }
  }
  return items.length >= min ? ({ kind: "array", items, min } as const) : undefined
})

// Plans the entries of a list.
import * as Effect from "effect/Effect"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import type { ExtractionScope, SchemaField } from "./field.ts"
import { chooseTexts } from "./fieldValues.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isComplete, knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { maxPlaces } from "./planContext.ts"
import { optionText, stateText } from "./planOptions.ts"
import type { SchemaNode } from "@leadline/core/internal"
import {
  keyword,
  listKeyword,
  numberKeyword,
  requiredOf,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"

/** Entries of a list without `maxItems`, at most. */
const openListLength = 5

/** Plans a list. `ranked` are the passages that match its field, best first. */
export const planArray = Effect.fnUntraced(function* (
  context: PlanContext,
  node: SchemaNode,
  field: SchemaField,
  scope: ExtractionScope,
  ranked: ReadonlyArray<RankedPassage>,
  depth: number
) {
  const first = subschemas(node, "prefixItems")
  const min = Math.max(numberKeyword(node, "minItems") ?? 0, 0)
  const max = Math.min(
    numberKeyword(node, "maxItems") ?? Infinity,
    Math.max(min, openListLength + first.length)
  )
  if (min > maxPlaces) return undefined
  const unique = keyword(node, "uniqueItems") === true
  const items: Array<Plan> = []
  for (const inner of first.slice(0, max)) {
    const plan: PlannedValue = yield* context.planNode(inner, field, scope, depth + 1)
    if (plan === undefined) return undefined
    items.push(plan)
  }
  const rest = subschema(node, "items") ?? (first.length > 0 ? undefined : { type: "string" })
  const item = rest === undefined ? undefined : context.merge(rest)
  if (item === undefined || items.length >= max)
    return items.length >= min ? ({ kind: "array", items, unique, min } as const) : undefined
  const options = listKeyword(item, "enum")
  if (options.length > 0 && first.length === 0) {
    const state = stateText(ranked, scope)
    const asked = options.map((option) =>
      context.decide({
        state,
        kind: "noul",
        options: [],
        instructions: `${field.description}: ${optionText(option)}`
      })
    )
    return {
      kind: "several",
      decisions: asked,
      values: options,
      min,
      max: numberKeyword(node, "maxItems") ?? options.length
    } as const
  }
  const types = typesOf(item)
  if (types.includes("string") && stringKeyword(item, "const") === undefined) {
    for (const text of chooseTexts(item, field, ranked, scope, max - items.length))
      items.push(knownValue(text, true))
  } else {
    // One entry per passage that matches the field nearly as well as the best.
    const best = ranked[0]?.score ?? 0
    for (const { passage, score } of ranked) {
      if (items.length >= max || score < 0.6 * best || score <= 0) break
      const around = scope.passages.filter(
        ({ order, source }) => source === passage.source && Math.abs(order - passage.order) === 1
      )
      const inner: ExtractionScope = { ...scope, passages: [passage, ...around] }
      const plan: PlannedValue = yield* context.planNode(item, field, inner, depth + 1)
      if (plan === undefined) break
      if (isComplete(plan, new Set(requiredOf(item)))) items.push(plan)
    }
  }
  while (items.length < min) {
    const plan: PlannedValue = yield* context.planNode(item, field, scope, depth + 1)
    if (plan === undefined || context.isExhausted()) return undefined
    items.push(plan)
  }
  return { kind: "array", items, unique, min } as const
})

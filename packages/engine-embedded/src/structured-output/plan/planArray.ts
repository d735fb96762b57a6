// Plans an array.
import * as Effect from "effect/Effect"
import { type Passage, readPassagesSync } from "../../question-answering/passages.ts"
import { extractNumbers } from "../extractNumber.ts"
import { extractTexts, isMentioned } from "../extractTexts.ts"
import { describeField, type ExtractionScope } from "../field.ts"
import type { FieldQuery } from "../fieldValues.ts"
import { codeOfLabel, findLabelled } from "../labelledValues.ts"
import { findEntries } from "../listEntries.ts"
import { splitEntry } from "../readers/entryParts.ts"
import type { Plan, PlannedValue } from "./plan.ts"
import { isFound, knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { planSeveral } from "./planOptions.ts"
import {
  listKeyword,
  numberKeyword,
  type SchemaNode,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"

/** Entries of a list without `maxItems`, at most. */
const maxTexts = 50
const maxObjects = 20

/** The entry after a label with a code, if it is a number of things: "3 chairs" of "Order 7001: 3 chairs". */
const entryAfterCode = (text: string): { readonly entry: string } | undefined => {
  const [first] = findLabelled(text)
  if (first === undefined || !text.startsWith(first.label) || codeOfLabel(first.label) === undefined)
    return undefined
  const { isMeasured, number } = splitEntry(first.value)
  return number === undefined || isMeasured ? undefined : { entry: first.value }
}

/** Plans objects: one for each table row, else for each list entry, else for each passage with values of one. */
const planObjects = Effect.fnUntraced(function* (
  context: PlanContext,
  query: FieldQuery,
  given: SchemaNode,
  most: number,
  depth: number
) {
  const { field, scope } = query
  const { earlier: _, ...here } = scope
  const items: Array<Plan> = []
  const plan = Effect.fnUntraced(function* (inner: ExtractionScope) {
    if (items.length >= Math.min(most, maxObjects) || context.isExhausted()) return
    const planned: PlannedValue = yield* context.planNode(given, field, inner, depth + 1)
    if (planned !== undefined && isFound(planned)) items.push(planned)
  })
  const passages = (some: ReadonlyArray<Passage>) =>
    Effect.forEach(
      some,
      (one) => plan({ ...here, passages: [one], texts: [one.text], ...entryAfterCode(one.text) }),
      { discard: true }
    )
  yield* passages(scope.passages.filter(({ row }) => row !== undefined))
  if (items.length > 0) return items
  const isObject = typesOf(context.merge(given) ?? {}).includes("object")
  const entries = isObject ? findEntries(query, "string") : undefined
  if (entries?.length === 0) return []
  for (const entry of entries ?? [])
    yield* plan({ ...here, passages: readPassagesSync(0, entry), texts: [entry], entry })
  if (items.length > 0) return items
  yield* passages(scope.passages.filter(({ row }) => row === undefined))
  return items.length > 0 ? items : undefined
})

const planItems = Effect.fnUntraced(function* (
  context: PlanContext,
  query: FieldQuery,
  given: SchemaNode,
  most: number,
  depth: number
) {
  const item = context.merge(given) ?? {}
  const types = typesOf(item)
  if (types.includes("string") && stringKeyword(item, "const") === undefined)
    return extractTexts(query, item, Math.min(most, maxTexts))?.map((text) => knownValue(text, true))
  if (types.includes("number") || types.includes("integer")) {
    const type = types.includes("number") ? "number" : "integer"
    const field = describeField(query.lexicon, query.field.key, { ...item, description: query.field.details })
    const numbers = extractNumbers(type, { ...query, field, node: item }, findEntries(query, "string"))
    return numbers?.slice(0, most).map((number) => knownValue(number, true))
  }
  return yield* planObjects(context, query, given, most, depth)
})

/**
 * Plans an array. It is empty when the text says that there are no entries, or does not mention the field. There is no plan
 * (`undefined`) when there are fewer than `minItems`, or when the text mentions the field but no entry was found.
 */
export const planArray = Effect.fnUntraced(function* (
  context: PlanContext,
  query: FieldQuery,
  depth: number
) {
  const { field, node, scope } = query
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
    const more = yield* planItems(context, query, rest, max - items.length, depth)
    if (more?.length === 0 && min === 0 && first.length === 0) return knownValue([], true)
    if (more === undefined && items.length === 0 && isMentioned(query)) return undefined
    items.push(...(more ?? []))
  }
  return items.length >= min ? ({ kind: "array", items, min } as const) : undefined
})

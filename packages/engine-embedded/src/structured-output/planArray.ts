// Plans an array: texts and numbers of a list, one object for each row of a table or entry of a list.
import type { SchemaNode } from "@leadline/core/internal"
import { keyword, listKeyword, numberKeyword, subschema, subschemas, typesOf } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { readPassagesSync } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import { numbersIn } from "./candidates.ts"
import { describeField } from "./field.ts"
import { found, isSure, type Place, type Plan, type PlanContext } from "./plan.ts"
import { readList } from "./readList.ts"
import { namedOptions } from "./readOptions.ts"
import { type ExtractionScope, firstIn } from "./scope.ts"

/** Entries of a list without `maxItems`, at most. */
const maxTexts = 50
const maxObjects = 20

/** The type of a schema without `type`, by its other keywords. */
export const guessType = (node: SchemaNode): string => {
  const has = (...keys: ReadonlyArray<string>): boolean =>
    keys.some((key) => keyword(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return "object"
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return "array"
  return has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") ? "number" : "string"
}

/** Objects: one for each row of a table, else for each entry of a list. */
const planObjects = (
  context: PlanContext,
  place: Place,
  item: SchemaNode,
  most: number
): ReadonlyArray<Plan> => {
  const { field, scope } = place
  const { earlier: _, entry: _entry, ...here } = scope
  const rows = scope.passages.filter(({ row }) => row !== undefined)
  const scopes: ReadonlyArray<ExtractionScope> =
    rows.length > 0
      ? rows.map((row) => ({ ...here, passages: [row], texts: [row.text] }))
      : (readList(field, scope) ?? []).map((entry) => ({
          ...here,
          passages: readPassagesSync(0, entry),
          texts: [entry],
          entry
        }))
  return scopes
    .slice(0, Math.min(most, maxObjects))
    .map((one) => context.planNode(item, { ...place, scope: one, depth: place.depth + 1 }))
    .filter(isSure)
}

const planItems = (
  context: PlanContext,
  place: Place,
  item: SchemaNode,
  most: number
): ReadonlyArray<Plan> => {
  const { field, scope } = place
  const merged = context.merge(item) ?? item
  const type = typesOf(merged).find((each) => each !== "null") ?? guessType(merged)
  const isValid = context.validatorOf(merged)
  const valid = (values: ReadonlyArray<Schema.Json>) =>
    values.filter(isValid).slice(0, Math.min(most, maxTexts)).map(found)
  if (keyword(merged, "enum") !== undefined) {
    const options = listKeyword(merged, "enum").filter((option) => typeof option === "string")
    return valid(firstIn(scope, (one) => namedOptions(field, one, options)) ?? [])
  }
  if (type === "object") return planObjects(context, place, item, most)
  const entries = firstIn(scope, (one) => readList(field, one)) ?? []
  if (type === "string") return valid(entries)
  if (type !== "number" && type !== "integer") return []
  const element = describeField(context.lexicon, field.key, { ...merged, description: field.details })
  return valid(
    entries.flatMap((entry) =>
      numbersIn(tokenize(entry), element, true)
        .slice(0, 1)
        .map(({ value }) => value)
    )
  )
}

/** Plans an array. It is empty where the text says that there are no entries, or has no list for the field. */
export const planArray = (context: PlanContext, node: SchemaNode, place: Place): Plan => {
  const { depth, field, scope } = place
  const min = numberKeyword(node, "minItems") ?? 0
  const most = numberKeyword(node, "maxItems") ?? Infinity
  const empty = context.emptyOf(node)
  const prefix = subschemas(node, "prefixItems")
  if (prefix.length > 0)
    return {
      kind: "array",
      items: prefix.slice(0, most).map((inner) => context.planNode(inner, { ...place, depth: depth + 1 })),
      min,
      empty
    }
  if (min === 0 && firstIn(scope, (one) => readList(field, one))?.length === 0) return found([])
  const item = subschema(node, "items") ?? { type: "string" }
  return { kind: "array", items: planItems(context, place, item, most), min, empty }
}

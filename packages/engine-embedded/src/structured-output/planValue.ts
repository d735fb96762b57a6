// Plans a value for a schema: takes what the text says, and leaves the rest to the decisions engine.
import * as Effect from "effect/Effect"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { ExtractionScope, SchemaField } from "./field.ts"
import { describeField, rankPassagesForField } from "./field.ts"
import { chooseNumber, chooseText } from "./fieldValues.ts"
import type { MergeBudget } from "./mergeSchema.ts"
import { maxDepth, maxMerges, mergeSchema } from "./mergeSchema.ts"
import type { Decision, PlannedValue } from "./plan.ts"
import { isFound, knownValue } from "./plan.ts"
import { planArray } from "./planArray.ts"
import type { PlanContext } from "./planContext.ts"
import { maxPlaces } from "./planContext.ts"
import { planObject } from "./planObject.ts"
import { planOptions, stateText } from "./planOptions.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { keyword, listKeyword, stringKeyword, subschemas, typesOf } from "@leadline/core/internal"

/** The type of a schema without `type`, by its other keywords. */
const guessTypes = (node: SchemaNode): ReadonlyArray<string> => {
  const has = (...keys: ReadonlyArray<string>): boolean =>
    keys.some((key) => keyword(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return ["object"]
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return ["array"]
  if (has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")) return ["number"]
  return ["string"]
}

/** Plans a value for a schema. Returns the plan and the questions it leaves open. */
export const planValue = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  root: SchemaNode,
  rootScope: ExtractionScope,
  slicer: TimeSlicer
) {
  const decisions: Array<Decision> = []
  let places = 0
  const budget: MergeBudget = { left: maxMerges }

  const planNode: (
    node: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) => Effect.Effect<PlannedValue> = Effect.fnUntraced(function* (
    given: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) {
    places++
    if (context.isExhausted() || depth > maxDepth) return undefined
    const node = context.merge(given)
    if (node === undefined) return undefined
    const constant = keyword(node, "const")
    if (constant !== undefined) return knownValue(constant, true)
    const ranked = yield* rankPassagesForField(lexicon, scope, field, slicer)
    // Matching patterns is slow: let other requests run first.
    if (keyword(node, "pattern") !== undefined) yield* slicer.spend(2_000)
    if (keyword(node, "enum") !== undefined) {
      const options = listKeyword(node, "enum")
      return options.length === 0 ? undefined : planOptions(context, options, field, ranked, scope)
    }
    const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
    if (branches.length > 0) {
      const { anyOf: _any, oneOf: _one, ...rest } = node
      let fallback: PlannedValue
      for (const branch of branches) {
        const described =
          stringKeyword(branch, "description") === undefined
            ? field
            : describeField(lexicon, field.name, branch)
        const plan: PlannedValue = yield* planNode({ allOf: [rest, branch] }, described, scope, depth + 1)
        if (plan !== undefined && isFound(plan)) return plan
        fallback ??= plan
        if (plan?.kind === "value" && plan.value === null) fallback = plan
      }
      return fallback
    }
    const types = typesOf(node)
    const empty = types.includes("null") ? knownValue(null, false) : undefined
    for (const type of types.length === 0 ? guessTypes(node) : types) {
      const plan = yield* planType(type, node, field, scope, ranked, depth)
      if (plan === undefined) continue
      if (isFound(plan) || empty === undefined) return plan
    }
    return empty
  })

  const planType = (
    type: string,
    node: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    ranked: ReadonlyArray<RankedPassage>,
    depth: number
  ): Effect.Effect<PlannedValue> => {
    if (type === "object") return planObject(context, node, scope, depth)
    if (type === "array") return planArray(context, node, field, scope, ranked, depth)
    if (type === "boolean") {
      const instructions = field.description === "" ? scope.question.text : field.description
      return Effect.succeed({
        kind: "noul",
        decision: context.decide({ state: stateText(ranked, scope), instructions, kind: "noul", options: [] })
      })
    }
    if (type === "number" || type === "integer") {
      const found = chooseNumber(type, node, field, ranked, scope)
      return Effect.succeed(found === undefined ? undefined : knownValue(found.value, found.found))
    }
    if (type === "string") {
      const found = chooseText(node, field, ranked, scope)
      return Effect.succeed(found === undefined ? undefined : knownValue(found.value, found.found))
    }
    return Effect.succeed(type === "null" ? knownValue(null, false) : undefined)
  }

  const context: PlanContext = {
    lexicon,
    merge: (node) => mergeSchema(root, node, budget),
    decide: (decision) => decisions.push(decision) - 1,
    isExhausted: () => places > maxPlaces,
    planNode
  }

  const plan: PlannedValue = yield* planNode(root, describeField(lexicon, "", root), rootScope, 0)
  return { plan, decisions }
})

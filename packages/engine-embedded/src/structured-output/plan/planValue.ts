// Plans a value for a schema: takes values from the text, and leaves choices to the decisions engine.
import * as Effect from "effect/Effect"
import type { TimeSlicer } from "../../scheduling/timeSlicer.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import type { ExtractionScope, SchemaField } from "../field.ts"
import { describeField, rankPassagesForField } from "../field.ts"
import type { FieldQuery } from "../fieldValues.ts"
import { extractNumber } from "../extractNumber.ts"
import { extractText } from "../fieldValues.ts"
import type { MergeBudget } from "../mergeSchema.ts"
import { maxDepth, maxMerges, mergeSchema } from "../mergeSchema.ts"
import type { Decision, Plan, PlannedValue } from "./plan.ts"
import { isFound, knownValue } from "./plan.ts"
import { planArray } from "./planArray.ts"
import type { PlanContext } from "./planContext.ts"
import { maxPlaces } from "./planContext.ts"
import { planObject } from "./planObject.ts"
import { planBoolean } from "./planBoolean.ts"
import { planOptions } from "./planOptions.ts"
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

/** The `$ref`s of a schema, without following them. */
const referencesOf = (node: SchemaNode): ReadonlyArray<string> =>
  [node, ...subschemas(node, "allOf")].flatMap((part) => stringKeyword(part, "$ref") ?? [])

const isNull = (plan: Plan): boolean => plan.kind === "value" && plan.value === null

/** Combines plans into one that tries those with values from the text first, then null. */
const firstOf = (plans: ReadonlyArray<Plan>): PlannedValue => {
  const empty = plans.filter((plan) => !isFound(plan))
  const order = [...plans.filter(isFound), ...empty.filter(isNull), ...empty.filter((plan) => !isNull(plan))]
  return order.length > 1 ? { kind: "first", plans: order } : order[0]
}

/** Null or the empty array, whichever a schema allows; else `undefined`. */
const planEmpty = (node: SchemaNode): PlannedValue =>
  typesOf(node).includes("null")
    ? knownValue(null, false)
    : typesOf(node).includes("array") && keyword(node, "minItems") === undefined
      ? { kind: "array", items: [], min: 0 }
      : undefined

const found = (value: string | number | undefined): Effect.Effect<PlannedValue> =>
  Effect.succeed(value === undefined ? undefined : knownValue(value, true))

/**
 * Plans a value for a schema. Returns the plan, the questions for the decisions engine, and the names of required properties
 * that were not found. Recursive schemas are filled one level deep.
 */
export const planValue = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  root: SchemaNode,
  rootScope: ExtractionScope,
  slicer: TimeSlicer
) {
  const decisions: Array<Decision> = []
  const missing: Array<string> = []
  let places = 0
  const budget: MergeBudget = { left: maxMerges }

  /** Plans a value; looks in earlier messages for what the newest one does not have. Objects do so for each property. */
  const planNode: PlanContext["planNode"] = Effect.fnUntraced(function* (
    given: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) {
    const plan: PlannedValue = yield* planHere(given, field, scope, depth)
    if (scope.earlier === undefined || (plan !== undefined && (plan.kind === "object" || isFound(plan))))
      return plan
    const open = scope.openReferences
    const earlier = open === undefined ? scope.earlier : { ...scope.earlier, openReferences: open }
    const before: PlannedValue = yield* planNode(given, field, earlier, depth)
    return before !== undefined && isFound(before) ? before : plan
  })

  const planHere: PlanContext["planNode"] = Effect.fnUntraced(function* (
    given: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) {
    places++
    if (context.isExhausted() || depth > maxDepth) return undefined
    const open = scope.openReferences ?? new Set(["#"])
    const references = referencesOf(given)
    const node = context.merge(given)
    if (node === undefined) return undefined
    if (references.some((reference) => open.has(reference))) return planEmpty(node)
    const inside = { ...scope, openReferences: new Set([...open, ...references]) }
    const constant = keyword(node, "const")
    if (constant !== undefined) return knownValue(constant, false)
    const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
    if (branches.length > 0) return yield* planBranches(node, branches, field, inside, depth)
    const ranked = yield* rankPassagesForField(lexicon, scope, field, slicer)
    const query: FieldQuery = { lexicon, node, field, ranked, scope: inside }
    const options = listKeyword(node, "enum")
    if (keyword(node, "enum") !== undefined) {
      const chosen = planOptions(context, query, options)
      const empty = options.includes(null) && options.length > 1 ? [knownValue(null, false)] : []
      return firstOf([...(chosen === undefined ? [] : [chosen]), ...empty])
    }
    const types = typesOf(node)
    const plans: Array<Plan> = []
    for (const type of types.length === 0 ? guessTypes(node) : types) {
      const plan = yield* planType(type, query, depth)
      if (plan !== undefined) plans.push(plan)
    }
    return firstOf(plans)
  })

  const planBranches = Effect.fnUntraced(function* (
    node: SchemaNode,
    branches: ReadonlyArray<SchemaNode>,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) {
    const { anyOf: _any, oneOf: _one, ...rest } = node
    const plans: Array<Plan> = []
    for (const branch of branches) {
      const described = describeField(lexicon, field.key, context.merge({ allOf: [rest, branch] }) ?? rest)
      const plan: PlannedValue = yield* planNode({ allOf: [rest, branch] }, described, scope, depth + 1)
      if (plan !== undefined) plans.push(plan)
    }
    return firstOf(plans)
  })

  const planType = (type: string, query: FieldQuery, depth: number): Effect.Effect<PlannedValue> => {
    if (type === "object") return planObject(context, query.node, query.scope, depth)
    if (type === "array") return planArray(context, query, depth)
    if (type === "boolean") return Effect.succeed(planBoolean(context, query))
    if (type === "number" || type === "integer") return found(extractNumber(type, query))
    if (type === "string") return found(extractText(query))
    return Effect.succeed(type === "null" ? knownValue(null, false) : undefined)
  }

  const context: PlanContext = {
    lexicon,
    merge: (node) => mergeSchema(root, node, budget),
    decide: (decision) => decisions.push(decision) - 1,
    miss: (name) => void missing.push(name),
    isExhausted: () => places > maxPlaces,
    planNode
  }

  const plan: PlannedValue = yield* planNode(root, describeField(lexicon, "", root), rootScope, 0)
  return { plan, decisions, missing }
})

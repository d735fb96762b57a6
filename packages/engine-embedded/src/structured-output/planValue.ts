// Walks a caller's schema and plans a value: what the text gives at once, what the decisions engine decides.
import * as Effect from "effect/Effect"
import type { Ranked } from "../question-answering/rankPassages.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Field, Scope } from "./field.ts"
import { fieldOf, passagesFor } from "./field.ts"
import { numberFor, textFor } from "./fieldValues.ts"
import type { Budget } from "./mergeSchema.ts"
import { fold, mostDepth, mostFolds } from "./mergeSchema.ts"
import type { Decision, Planned } from "./plan.ts"
import { isFound, value } from "./plan.ts"
import { planArray } from "./planArray.ts"
import type { PlanContext } from "./planContext.ts"
import { mostPlaces } from "./planContext.ts"
import { planObject } from "./planObject.ts"
import { planOptions, stateOf } from "./planOptions.ts"
import type { Node } from "./schemaKeywords.ts"
import { listOf, nodesOf, own, textOf, typesOf } from "./schemaKeywords.ts"

/** The type of a schema that names none, by its other keywords. */
const guess = (node: Node): ReadonlyArray<string> => {
  const has = (...keys: ReadonlyArray<string>): boolean => keys.some((key) => own(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return ["object"]
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return ["array"]
  if (has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")) return ["number"]
  return ["string"]
}

/** Plans a value for a schema from a scope. Gives the plan, and what has to be decided. */
export const makePlan = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  root: Node,
  scope: Scope,
  pace: TimeSlicer
) {
  const decisions: Array<Decision> = []
  let places = 0
  const budget: Budget = { left: mostFolds }

  const planNode: (node: Node, field: Field, here: Scope, depth: number) => Effect.Effect<Planned> =
    Effect.fnUntraced(function* (given: Node, field: Field, here: Scope, depth: number) {
      places++
      if (context.isExhausted() || depth > mostDepth) return undefined
      const node = context.merge(given)
      if (node === undefined) return undefined
      const constant = own(node, "const")
      if (constant !== undefined) return value(constant, true)
      const ranked = yield* passagesFor(lexicon, here, field, pace)
      // Patterns are tried at length: others go first.
      if (own(node, "pattern") !== undefined) yield* pace.spend(2_000)
      if (own(node, "enum") !== undefined) {
        const options = listOf(node, "enum")
        return options.length === 0 ? undefined : planOptions(context, options, field, ranked, here)
      }
      const branches = [...nodesOf(node, "anyOf"), ...nodesOf(node, "oneOf")]
      if (branches.length > 0) {
        const { anyOf: _any, oneOf: _one, ...rest } = node
        let fallback: Planned
        for (const branch of branches) {
          const described =
            textOf(branch, "description") === undefined ? field : fieldOf(lexicon, field.name, branch)
          const plan: Planned = yield* planNode({ allOf: [rest, branch] }, described, here, depth + 1)
          if (plan !== undefined && isFound(plan)) return plan
          fallback ??= plan
          if (plan?.kind === "value" && plan.value === null) fallback = plan
        }
        return fallback
      }
      const types = typesOf(node)
      const empty = types.includes("null") ? value(null, false) : undefined
      for (const type of types.length === 0 ? guess(node) : types) {
        const plan = yield* planType(type, node, field, here, ranked, depth)
        if (plan === undefined) continue
        if (isFound(plan) || empty === undefined) return plan
      }
      return empty
    })

  const planType = (
    type: string,
    node: Node,
    field: Field,
    here: Scope,
    ranked: ReadonlyArray<Ranked>,
    depth: number
  ): Effect.Effect<Planned> => {
    if (type === "object") return planObject(context, node, here, depth)
    if (type === "array") return planArray(context, node, field, here, ranked, depth)
    if (type === "boolean") {
      const instructions = field.about === "" ? here.question.text : field.about
      return Effect.succeed({
        kind: "noul",
        decision: context.decide({ state: stateOf(ranked, here), instructions, kind: "noul", options: [] })
      })
    }
    if (type === "number" || type === "integer") {
      const found = numberFor(type, node, field, ranked, here)
      return Effect.succeed(found === undefined ? undefined : value(found.value, found.found))
    }
    if (type === "string") {
      const found = textFor(node, field, ranked, here)
      return Effect.succeed(found === undefined ? undefined : value(found.value, found.found))
    }
    return Effect.succeed(type === "null" ? value(null, false) : undefined)
  }

  const context: PlanContext = {
    lexicon,
    merge: (node) => fold(root, node, budget),
    decide: (decision) => decisions.push(decision) - 1,
    isExhausted: () => places > mostPlaces,
    planNode
  }

  const plan: Planned = yield* planNode(root, fieldOf(lexicon, "", root), scope, 0)
  return { plan, decisions }
})

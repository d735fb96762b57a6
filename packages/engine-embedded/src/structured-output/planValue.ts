// Plans the value of a schema: what the text holds, what the decisions engine has to decide, and what is empty.
import type { SchemaNode } from "@leadline/core/internal"
import {
  keyword,
  numberKeyword,
  propertiesOf,
  requiredOf,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import type { Lexicon } from "../vectors/lexicon.ts"
import { makeEmptyValue, referencesOf } from "./emptyValue.ts"
import { describeField } from "./field.ts"
import { maxDepth, maxMerges, type MergeBudget, mergeSchema } from "./mergeSchema.ts"
import {
  type Decision,
  hasContent,
  isSure,
  type Place,
  type Plan,
  type PlanContext,
  type PlannedValue
} from "./plan.ts"
import { guessType, planArray } from "./planArray.ts"
import { planBoolean, planOptions, planScalar } from "./planLeaf.ts"
import type { ExtractionScope } from "./scope.ts"
import { makeValidator } from "./validate.ts"

/** Values that are planned for one schema, at most, nested ones included. */
const maxPlaces = 2_000

/** What is derived from a schema as a whole: merged parts of it, their checks, and their emptiest values. */
const partsOf = (root: SchemaNode): Pick<PlanContext, "merge" | "validatorOf" | "emptyOf"> => {
  const budget: MergeBudget = { left: maxMerges }
  const merge = (node: SchemaNode) => mergeSchema(root, node, budget)
  // References of a part lead to the whole.
  const validatorOf = (node: SchemaNode) => {
    const { $defs, definitions } = root
    const validate = makeValidator({
      ...node,
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions })
    })
    return (value: Schema.Json) => {
      try {
        return validate(value)
      } catch {
        return false
      }
    }
  }
  return { merge, validatorOf, emptyOf: makeEmptyValue(merge, (node, value) => validatorOf(node)(value)) }
}

/** The emptiest value of a schema; undefined where none was found. */
export const emptyValue = (root: SchemaNode): Schema.Json | undefined => partsOf(root).emptyOf(root)

/** Plans a value for a schema. */
export const planValue = (lexicon: Lexicon, root: SchemaNode, rootScope: ExtractionScope): PlannedValue => {
  const decisions: Array<Decision> = []
  const { emptyOf, merge, validatorOf } = partsOf(root)
  let places = 0

  const planObject = (node: SchemaNode, place: Place): Plan => {
    const required = new Set(requiredOf(node))
    const most = numberKeyword(node, "maxProperties") ?? Infinity
    const properties = new Map(propertiesOf(node))
    const further = subschema(node, "additionalProperties") ?? {}
    for (const name of required) if (!properties.has(name)) properties.set(name, further)
    const planned = Array.from(properties, ([name, inner]) => {
      const field = describeField(lexicon, name, merge(inner) ?? inner)
      return [name, planNode(inner, { ...place, field, depth: place.depth + 1 }), required.has(name)] as const
    })
    const entries = planned.filter(([, plan, isRequired]) => isRequired || hasContent(plan))
    let optional = most - required.size
    return { kind: "object", entries: entries.filter(([, , isRequired]) => isRequired || optional-- > 0) }
  }

  /** The plan of the branch of which the text holds most; else null or the emptiest value. */
  const planBranches = (node: SchemaNode, branches: ReadonlyArray<SchemaNode>, place: Place): Plan => {
    const { anyOf: _any, oneOf: _one, ...rest } = node
    const plans = branches.map((branch) => {
      const whole = { allOf: [rest, branch] }
      const field = describeField(lexicon, place.field.key, merge(whole) ?? rest)
      return planNode(whole, { ...place, field, depth: place.depth + 1 })
    })
    return plans.find(isSure) ?? plans.find(hasContent) ?? { kind: "empty", value: emptyOf(node) }
  }

  const planNode = (given: SchemaNode, place: Place): Plan => {
    const { field, scope } = place
    const node = merge(given)
    if (node === undefined || places++ > maxPlaces || place.depth > maxDepth)
      return { kind: "empty", value: emptyOf(given) }
    const references = referencesOf(given)
    // A schema that refers to itself is filled one level deep.
    if (references.some((reference) => place.open.has(reference)))
      return { kind: "empty", value: emptyOf(node) }
    const inside =
      references.length === 0 ? place : { ...place, open: new Set([...place.open, ...references]) }
    const constant = keyword(node, "const")
    if (constant !== undefined) return { kind: "fixed", value: constant }
    const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
    if (branches.length > 0) return planBranches(node, branches, inside)
    if (keyword(node, "enum") !== undefined) return planOptions(context, field, node, scope)
    const types = typesOf(node)
    const plans = (types.length === 0 ? [guessType(node)] : types.filter((type) => type !== "null")).map(
      (type): Plan => {
        if (type === "object") return planObject(node, inside)
        if (type === "array") return planArray(context, node, inside)
        if (type === "boolean") return planBoolean(context, field, node, scope)
        return planScalar(context, type, field, node, scope)
      }
    )
    // An object that may be null is null where nothing of it is found.
    return (
      plans.find(isSure) ??
      plans.find(hasContent) ??
      (types.includes("null") ? undefined : plans.find(({ kind }) => kind === "object")) ?? {
        kind: "empty",
        value: emptyOf(node)
      }
    )
  }

  const context: PlanContext = {
    lexicon,
    merge,
    validatorOf,
    emptyOf,
    decide: (decision) => decisions.push(decision) - 1,
    planNode
  }
  const whole: Place = {
    field: describeField(lexicon, "", root),
    scope: rootScope,
    depth: 0,
    open: new Set(["#"])
  }
  return { plan: planNode(root, whole), decisions }
}

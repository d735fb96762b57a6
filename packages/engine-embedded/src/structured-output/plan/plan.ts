// A plan for a value: which parts are known, and which parts the decisions engine has to decide.
import type * as Schema from "effect/Schema"

/** A question for the decisions engine. The options of a choice are values of the schema as text; a noul has none. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly kind: "choice" | "noul"
  readonly options: ReadonlyArray<string>
}

/** A plan for a value. A choice or a noul has no value when the decisions engine is unsure. */
export type Plan =
  | { readonly kind: "value"; readonly value: Schema.Json; readonly found: boolean }
  | { readonly kind: "choice"; readonly decision: number; readonly values: ReadonlyArray<Schema.Json> }
  | { readonly kind: "noul"; readonly decision: number }
  /** The first of several plans that has a value. */
  | { readonly kind: "first"; readonly plans: ReadonlyArray<Plan> }
  | {
      readonly kind: "several"
      readonly decisions: ReadonlyArray<number>
      readonly values: ReadonlyArray<Schema.Json>
      readonly min: number
      readonly max: number
    }
  | {
      readonly kind: "object"
      readonly entries: ReadonlyArray<readonly [name: string, plan: Plan, required: boolean]>
      readonly min: number
    }
  | {
      readonly kind: "array"
      readonly items: ReadonlyArray<Plan>
      readonly min: number
    }

/** A plan, or `undefined` when nothing was found. */
export type PlannedValue = Plan | undefined

/** A plan with a known value. `found`: the value is from the text, rather than from the schema. */
export const knownValue = (of: Schema.Json, found: boolean): Plan => ({ kind: "value", value: of, found })

/** Does a plan contain anything from the text? */
export const isFound = (plan: Plan): boolean => {
  if (plan.kind === "value") return plan.found
  if (plan.kind === "first") return plan.plans.some(isFound)
  if (plan.kind === "object") return plan.entries.some(([, inner]) => isFound(inner))
  return plan.kind === "array" ? plan.items.some(isFound) : true
}

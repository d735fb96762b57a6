// A planned value: parts that are known, and parts that the decisions engine still has to decide.
import type * as Schema from "effect/Schema"

/** A question for the decisions engine. Options are values of the schema, as text. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly kind: "choice" | "noul"
  readonly options: ReadonlyArray<string>
}

/** A planned value. A choice and a noul come to nothing when the decisions engine is unsure. */
export type Plan =
  | { readonly kind: "value"; readonly value: Schema.Json; readonly found: boolean }
  | { readonly kind: "choice"; readonly decision: number; readonly values: ReadonlyArray<Schema.Json> }
  | { readonly kind: "noul"; readonly decision: number }
  /** The first plan that comes to a value. */
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

/** A plan with a known value. `found`: the value comes from the text, not from the schema. */
export const knownValue = (of: Schema.Json, found: boolean): Plan => ({ kind: "value", value: of, found })

/** Does a plan contain anything from the text? */
export const isFound = (plan: Plan): boolean => {
  if (plan.kind === "value") return plan.found
  if (plan.kind === "first") return plan.plans.some(isFound)
  if (plan.kind === "object") return plan.entries.some(([, inner]) => isFound(inner))
  return plan.kind === "array" ? plan.items.some(isFound) : true
}

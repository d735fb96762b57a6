// A planned value: parts that are known, and parts that the decisions engine still has to decide.
import type * as Schema from "effect/Schema"

/** A question for the decisions engine. Options are values of the schema, as text. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly kind: "choice" | "noul"
  readonly options: ReadonlyArray<string>
}

/** A planned value. */
export type Plan =
  | { readonly kind: "value"; readonly value: Schema.Json; readonly found: boolean }
  | { readonly kind: "choice"; readonly decision: number; readonly values: ReadonlyArray<Schema.Json> }
  | { readonly kind: "noul"; readonly decision: number }
  | {
      readonly kind: "several"
      readonly decisions: ReadonlyArray<number>
      readonly values: ReadonlyArray<Schema.Json>
      readonly min: number
      readonly max: number
    }
  | { readonly kind: "object"; readonly entries: ReadonlyArray<readonly [string, Plan]> }
  | {
      readonly kind: "array"
      readonly items: ReadonlyArray<Plan>
      readonly unique: boolean
      readonly min: number
    }

/** A plan, or `undefined` when no value is possible. */
export type PlannedValue = Plan | undefined

/** A plan with a known value. `found`: the value comes from the text. */
export const knownValue = (of: Schema.Json, found: boolean): Plan => ({ kind: "value", value: of, found })

/** Does a plan contain anything from the text? */
export const isFound = (plan: Plan): boolean => {
  if (plan.kind === "value") return plan.found
  if (plan.kind === "object") return plan.entries.some(([, inner]) => isFound(inner))
  return plan.kind === "array" ? plan.items.some(isFound) : true
}

/** Does every required part of an entry come from the text? */
export const isComplete = (plan: Plan, required: ReadonlySet<string>): boolean =>
  plan.kind === "object"
    ? isFound(plan) && plan.entries.every(([name, inner]) => !required.has(name) || isFound(inner))
    : isFound(plan)

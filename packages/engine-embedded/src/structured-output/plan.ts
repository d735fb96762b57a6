// A plan for a value: which parts are known, which the decisions engine has to decide, and which are empty.
import type { SchemaNode } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { SchemaField } from "./field.ts"
import type { ExtractionScope } from "./scope.ts"

/** A question for the decisions engine. The options of a choice are values of the schema as text; a noul has none. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly kind: "choice" | "noul"
  readonly options: ReadonlyArray<string>
}

/** A plan for a value. What the text does not hold has the emptiest value of its schema; undefined where there is none. */
export type Plan =
  | { readonly kind: "found"; readonly value: Schema.Json }
  | { readonly kind: "fixed"; readonly value: Schema.Json }
  | { readonly kind: "empty"; readonly value: Schema.Json | undefined }
  /** Decided by an answer; without `values` it is a boolean. */
  | {
      readonly kind: "asked"
      readonly decision: number
      readonly values?: ReadonlyArray<Schema.Json>
      readonly empty: Schema.Json | undefined
    }
  | {
      readonly kind: "object"
      readonly entries: ReadonlyArray<readonly [name: string, plan: Plan, required: boolean]>
    }
  | {
      readonly kind: "array"
      readonly items: ReadonlyArray<Plan>
      readonly min: number
      readonly empty: Schema.Json | undefined
    }

/** A plan, with the questions that it leaves to the decisions engine. */
export interface PlannedValue {
  readonly plan: Plan
  readonly decisions: ReadonlyArray<Decision>
}

/** What the planners of one value share. */
export interface PlanContext {
  readonly lexicon: Lexicon
  /** The schema with `$ref` and `allOf` merged; undefined when the budget for merging is spent. */
  readonly merge: (node: SchemaNode) => SchemaNode | undefined
  /** The check of a part of the schema. */
  readonly validatorOf: (node: SchemaNode) => (value: Schema.Json) => boolean
  /** The emptiest value of a part of the schema. */
  readonly emptyOf: (node: SchemaNode) => Schema.Json | undefined
  /** Records a question for the decisions engine and gives its index. */
  readonly decide: (decision: Decision) => number
  /** Plans the value of a schema below the current one. */
  readonly planNode: (node: SchemaNode, place: Place) => Plan
}

/** Where a value stands: its field, the texts that may hold it, and the schemas around it. */
export interface Place {
  readonly field: SchemaField
  readonly scope: ExtractionScope
  readonly depth: number
  /** The `$ref`s that are being filled, to stop at recursion. */
  readonly open: ReadonlySet<string>
}

/** A value from the text. */
export const found = (value: Schema.Json): Plan => ({ kind: "found", value })

/** Is anything of a plan from the text, or left to the decisions engine? */
export const hasContent = (plan: Plan): boolean =>
  plan.kind === "object"
    ? plan.entries.some(([, inner]) => hasContent(inner))
    : plan.kind === "array"
      ? plan.items.some(hasContent)
      : plan.kind === "found" || plan.kind === "asked"

/** Is anything of a plan from the text? */
export const isSure = (plan: Plan): boolean =>
  plan.kind === "object"
    ? plan.entries.some(([, inner]) => isSure(inner))
    : plan.kind === "array"
      ? plan.items.some(isSure)
      : plan.kind === "found"

// What the planners of one value share.
import type * as Effect from "effect/Effect"
import type { Lexicon } from "../../vectors/lexicon.ts"
import type { ExtractionScope, SchemaField } from "../field.ts"
import type { Decision, PlannedValue } from "./plan.ts"
import type { SchemaNode } from "@leadline/core/internal"

/** Values that are planned for one schema, at most, nested ones included. */
export const maxPlaces = 2_000

/** What the planners of one value share. */
export interface PlanContext {
  readonly lexicon: Lexicon
  /** The schema with `$ref` and `allOf` merged; `undefined` when the budget for merging is spent. */
  readonly merge: (node: SchemaNode) => SchemaNode | undefined
  /** Records a question for the decisions engine and gives its index. */
  readonly decide: (decision: Decision) => number
  /** Records the name of a required property that was not found. */
  readonly miss: (name: string) => void
  /** Were more than {@link maxPlaces} values planned? */
  readonly isExhausted: () => boolean
  /** Plans the value of a schema below the current one. */
  readonly planNode: (
    node: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) => Effect.Effect<PlannedValue>
}

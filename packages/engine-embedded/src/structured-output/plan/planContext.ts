// What the parts of planning one value share.
import type * as Effect from "effect/Effect"
import type { Lexicon } from "../../vectors/lexicon.ts"
import type { ExtractionScope, SchemaField } from "../field.ts"
import type { Decision, PlannedValue } from "./plan.ts"
import type { SchemaNode } from "@leadline/core/internal"

/** Places of a schema that are planned, at most. */
export const maxPlaces = 2_000

/** What the parts of planning one value share. */
export interface PlanContext {
  readonly lexicon: Lexicon
  /** The schema without references; `undefined` when it does not come to an end. */
  readonly merge: (node: SchemaNode) => SchemaNode | undefined
  /** Records a question for the decisions engine and gives its index. */
  readonly decide: (decision: Decision) => number
  /** Records the name of a required property that was not found. */
  readonly miss: (name: string) => void
  /** Were more than {@link maxPlaces} places planned? */
  readonly isExhausted: () => boolean
  /** Plans the value of a schema below the current one. */
  readonly planNode: (
    node: SchemaNode,
    field: SchemaField,
    scope: ExtractionScope,
    depth: number
  ) => Effect.Effect<PlannedValue>
}

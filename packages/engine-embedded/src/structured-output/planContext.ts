// What the parts of planning one value share.
import type * as Effect from "effect/Effect"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Field, Scope } from "./field.ts"
import type { Decision, Planned } from "./plan.ts"
import type { Node } from "./schemaKeywords.ts"

/** Places of a schema that are planned, at most. */
export const mostPlaces = 2_000

/** What the parts of planning one value share. */
export interface PlanContext {
  readonly lexicon: Lexicon
  /** The schema without references; `undefined` when it does not come to an end. */
  readonly merge: (node: Node) => Node | undefined
  /** Records a question for the decisions engine and gives its index. */
  readonly decide: (decision: Decision) => number
  /** Were more than {@link mostPlaces} places planned? */
  readonly isExhausted: () => boolean
  /** Plans the value of a schema below the current one. */
  readonly planNode: (node: Node, field: Field, scope: Scope, depth: number) => Effect.Effect<Planned>
}

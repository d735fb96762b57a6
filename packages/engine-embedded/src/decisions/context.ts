// What every question of a request is judged with, and what comes out per option.
import type { Evidence } from "./state.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Board } from "./match.ts"
import type { Pace } from "../scheduling/timeSlicer.ts"

/** Features of one option by name. */
export type Row = Readonly<Record<string, number>>

/** The state, read, and the means to match claims against it. */
export interface Setting {
  readonly lexicon: Lexicon
  readonly evidence: Evidence
  readonly board: Board
  readonly pace: Pace
}

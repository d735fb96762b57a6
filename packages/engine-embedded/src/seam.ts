// What core asks of an engine: one natural-log weight per option of every question.
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** One thing that can be chosen. A noul has `yes` and `no`; a score has its level indexes as names. */
export interface AskOption {
  readonly name: string
  readonly description: Schema.Json | null
}

/** One question. */
export interface Ask {
  readonly type: "noul" | "choice" | "score"
  readonly instructions: Schema.Json | null
  readonly options: ReadonlyArray<AskOption>
}

/** The answer to a list of questions, in their order. */
export interface Weighing {
  readonly weights: ReadonlyArray<ReadonlyArray<number>>
  readonly temperatures?: ReadonlyArray<number>
  readonly labelMass?: ReadonlyArray<number>
}

/** An engine. */
export interface Weigher {
  readonly capabilities: {
    readonly images: "read" | "ignored"
    readonly contextTokens: number
    readonly deterministic: boolean
  }
  /** Input tokens: the state once, plus each question. */
  readonly countTokens: (state: Schema.Json, asks: ReadonlyArray<Ask>) => Effect.Effect<number>
  readonly weigh: (state: Schema.Json, asks: ReadonlyArray<Ask>) => Effect.Effect<Weighing>
}

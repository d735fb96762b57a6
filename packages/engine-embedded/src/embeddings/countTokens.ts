// Input tokens of texts to embed: the same rule as for decisions, without what a question costs.
import type * as Effect from "effect/Effect"
import { tokensIn } from "../text/estimateTokens.ts"
import type { Pace, Steps } from "../scheduling/timeSlicer.ts"

const count = function* (texts: ReadonlyArray<string>): Steps<ReadonlyArray<number>> {
  const counts: Array<number> = []
  // No text is free.
  for (const text of texts) counts.push(Math.ceil(yield* tokensIn(text)))
  return counts
}

/** Tokens of each text, rounded up. */
export const countTokens = (texts: ReadonlyArray<string>, pace: Pace): Effect.Effect<ReadonlyArray<number>> =>
  pace.run(count(texts))

// Counts the input tokens of texts to embed, as for decisions but without fixed tokens.
import type * as Effect from "effect/Effect"
import type { CooperativeTask, TimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateTokens } from "../text/estimateTokens.ts"

const count = function* (texts: ReadonlyArray<string>): CooperativeTask<ReadonlyArray<number>> {
  const counts: Array<number> = []
  for (const text of texts) counts.push(Math.ceil(yield* estimateTokens(text)))
  return counts
}

/** Tokens of each text, each rounded up. */
export const countTokens = (
  texts: ReadonlyArray<string>,
  slicer: TimeSlicer
): Effect.Effect<ReadonlyArray<number>> => slicer.run(count(texts))

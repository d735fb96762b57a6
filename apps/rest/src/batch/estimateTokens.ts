// The input tokens of a batch before anything is asked: its requests as the embedded engine counts them.
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import { weigher } from "@leadline/engine-embedded"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { streamOf } from "../evaluation/collect.ts"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { decide } from "../rows/request.ts"
import { readRows } from "../rows/rowsFile.ts"

/** Input tokens of all rows, and how many rows would be refused: those have none. */
export const estimateTokens = Effect.fnUntraced(function* (path: string, file: QuestionsFile) {
  const { capabilities, countTokens } = yield* Effect.orDie(weigher)
  const counting = fromWeigher({
    capabilities,
    countTokens,
    weigh: (_state, asks) => Effect.succeed({ weights: asks.map(({ options }) => options.map(() => 0)) })
  })
  let [tokens, refused] = [0, 0]
  yield* streamOf(() => readRows(path)).pipe(
    Stream.runForEach((row) =>
      Effect.match(decide(file, row), {
        onFailure: () => void refused++,
        onSuccess: ({ usage }) => void (tokens += usage.input_tokens)
      })
    ),
    Effect.provideService(Decisions, make(counting))
  )
  return { tokens, refused }
})

// Accuracy on the labelled cases of this package, which were not used to fit the engine.
import * as FileSystem from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { uniform } from "../../tools/decisions/baselines.ts"
import { parseCases } from "../../tools/decisions/cases.ts"
import type { Answered } from "../../tools/decisions/metrics.ts"
import { figures } from "../../tools/decisions/metrics.ts"
import { answers } from "../support/decisions.ts"

const cases = parseCases(FileSystem.readFileSync(new URL("../../eval/cases.jsonl", import.meta.url), "utf8"))

describe("the committed cases", () => {
  it.effect("are answered far better than by chance", () =>
    Effect.gen(function* () {
      const given: Array<Answered> = []
      for (const { id, questions, state } of cases) {
        const found = yield* answers(
          state,
          questions.map(({ ask }) => ask)
        )
        for (const [index, { ask, gold }] of questions.entries()) {
          if (gold !== undefined) given.push({ id, type: ask.type, p: found[index] ?? [], gold })
        }
      }
      const [engine, chance] = [figures(given), figures(uniform(cases))]
      assert.isAbove(engine.accuracy, chance.accuracy + 0.3)
      assert.isBelow(engine.nll, chance.nll / 2)
    })
  )
})

// Accuracy on the labelled cases of this package, which were not used to fit the engine.
import * as FileSystem from "node:fs"
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { uniform } from "../../tools/decisions/baselines.ts"
import { type Case, parseCases } from "../../tools/decisions/cases.ts"
import type { Answered } from "../../tools/decisions/metrics.ts"
import { figures } from "../../tools/decisions/metrics.ts"
import { answers } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const read = (name: string): ReadonlyArray<Case> =>
  parseCases(FileSystem.readFileSync(new URL(`../../eval/${name}.jsonl`, import.meta.url), "utf8"))

/** The engine's answers to all questions that have a right one. */
const ask = Effect.fnUntraced(function* (cases: ReadonlyArray<Case>) {
  const given: Array<Answered> = []
  for (const { id, questions, state } of cases) {
    const found = yield* answers(
      state,
      questions.map(({ ask: question }) => question)
    )
    for (const [index, { ask: question, gold }] of questions.entries()) {
      if (gold !== undefined) given.push({ id, type: question.type, p: found[index] ?? [], gold })
    }
  }
  return given
})

describe("labelled cases", () => {
  test("in the words of their questions are answered far better than by chance", function* () {
    const cases = read("cases")
    const [engine, chance] = [figures(yield* ask(cases)), figures(uniform(cases))]
    assert.isAbove(engine.accuracy, chance.accuracy + 0.3)
    assert.isBelow(engine.nll, chance.nll / 2)
  })

  test("in other words are answered better than by chance, and none surely and wrongly", function* () {
    const cases = read("paraphrased")
    const given = yield* ask(cases)
    const [engine, chance] = [figures(given), figures(uniform(cases))]
    assert.isAbove(engine.accuracy, chance.accuracy + 0.15)
    assert.isBelow(engine.nll, chance.nll)
    const wrong = given.filter(({ gold, p }) => p.some((each, option) => option !== gold && each > 0.9))
    assert.deepStrictEqual(wrong, [])
  })
})

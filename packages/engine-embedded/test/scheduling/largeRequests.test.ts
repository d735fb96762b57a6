// Large requests let others run, can be interrupted, and take no long step.
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { readQuestion } from "../../src/question-answering/question.ts"
import { sortCooperatively } from "../../src/scheduling/sort.ts"
import { makeTimeSlicer, runSync } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { test } from "../support/engines.ts"
import { wordVectors } from "../support/wordVectors.ts"
import { checkLargeRequests } from "./largeRequests.ts"

checkLargeRequests({ body: 524_288, questions: 8, names: 5_000 })

describe("reading a question", () => {
  const lexicon = makeLexicon(wordVectors)
  it.each(["why not ", "Why is it? ab\n", "a\n", "\n", "A. B. ", "b", "(", "a’", "1,", "潮は六時に。", "Σ_"])(
    "takes no long step in %j again and again",
    (piece) => {
      const turns = [{ role: "user" as const, text: piece.repeat(100_000 / piece.length) }]
      let [longest, steps] = [0, 0]
      for (const cost of readQuestion(lexicon, [...turns, ...turns])) {
        longest = Math.max(longest, cost)
        steps++
      }
      assert.isAbove(steps, 10)
      assert.isBelow(longest, 4_000)
    }
  )
})

/** 40 steps, four of which fill a slice. */
const steps = function* () {
  yield* Array.from({ length: 40 }, () => 250)
  return "done"
}

test("a time slicer runs steps to their end, and lets others run whenever a slice is full", function* () {
  let others = 0
  // It yields by itself each time.
  yield* Effect.forkChild(Effect.forever(Effect.sync(() => others++)), { startImmediately: true })
  const before = others
  assert.strictEqual(yield* makeTimeSlicer().run(steps()), "done")
  assert.strictEqual(others - before, 10)
})

const compare = (a: readonly [number, number], b: readonly [number, number]) => a[0] - b[0]

it("entries sorted with pauses are in the order of a stable sort", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 2_000 }), (keys) => {
      const entries = keys.map((key, at) => [key, at] as const)
      assert.deepStrictEqual(runSync(sortCooperatively(entries, compare)), entries.toSorted(compare))
    })
  )
})

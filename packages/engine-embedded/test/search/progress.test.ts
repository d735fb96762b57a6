// Progress of indexing, on a terminal and elsewhere.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeProgress } from "../../src/search/progress.ts"
import { test } from "../support/engines.ts"

const run = (isTTY: boolean, milliseconds: number) =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const { done, end } = yield* makeProgress(100, { isTTY, write: (text) => written.push(text) })
    for (let count = 1; count <= 100; count++) {
      yield* TestClock.adjust(milliseconds / 100)
      yield* done(count)
    }
    yield* end
    return written
  })

describe("progress", () => {
  test("is silent when the work is short", function* () {
    assert.deepEqual(yield* run(true, 900), [])
    assert.deepEqual(yield* run(false, 900), [])
  })

  test("is a bar on a terminal, cleared at the end", function* () {
    const written = yield* run(true, 10_000)
    assert.isAbove(written.length, 50)
    assert.match(written[0] ?? "", /^\rIndexing \[##? +\] \d+ of 100 files$/)
    assert.match(written.at(-1) ?? "", /^\r +\r$/)
  })

  test("is a line now and then elsewhere", function* () {
    const written = yield* run(false, 30_000)
    assert.isAtMost(written.length, 3)
    assert.match(written[0] ?? "", /^Indexing: \d+ of 100 files\n$/)
  })
})

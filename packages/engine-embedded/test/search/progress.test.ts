// Progress of indexing.
import { assert } from "vitest"
import * as TestClock from "effect/testing/TestClock"
import { makeProgress } from "../../src/search/progress.ts"
import { test } from "../support/engines.ts"

test("progress is a line every ten seconds", function* () {
  const written: Array<string> = []
  const done = yield* makeProgress(100, { write: (text) => written.push(text) })
  for (let count = 1; count <= 100; count++) {
    yield* TestClock.adjust(250)
    yield* done(count)
  }
  assert.deepEqual(written, ["Indexing: 40 of 100 files\n", "Indexing: 80 of 100 files\n"])
})

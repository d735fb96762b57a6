// Quoted phrases of a query: every result has them, word for word.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { layerSearch } from "../../src/index.ts"
import { find, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const files = {
  "one.md": "# One\n\nThe slow boat leaves at noon. A fast train is cheaper.",
  "two.md": "# Two\n\nThe boat is slow, and the train is fast.",
  "three.md":
    "# Three\n\nNothing here.\n\n## Timetable\n\nTake the slow\n**boat** or walk. To be or not to be.",
  "four.md": "# A slow boat\n\nOnly its title says so.",
  "five.md": "# Five\n\nSlow boats are many; slowboat is one word. 高速列车很快。"
}

const names = (query: string) =>
  Effect.gen(function* () {
    const { results } = yield* find({ query })
    return results.map(({ url }) => url.replace(/^.*\/|\.md$/g, "")).toSorted()
  })

describe("a quoted phrase", () => {
  test("occurs in every result, in order, whatever the case, line ends and markup between its words", function* () {
    const folder = yield* scratch
    write(folder, files)
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* names("slow boat"), ["five", "four", "one", "three", "two"])
      assert.deepEqual(yield* names('"slow boat"'), ["four", "one", "three"])
      assert.deepEqual(yield* names("“Slow Boat” noon"), ["four", "one", "three"])
      assert.deepEqual(yield* names('"boat slow"'), [])
      assert.deepEqual(yield* names('"slow boat" "fast train"'), ["one"])
      assert.deepEqual(yield* names('"not to be"'), ["three"])
      assert.deepEqual(yield* names('"速列车"'), ["five"])
      assert.deepEqual(yield* names('"" nothing'), ["three"])
      assert.deepEqual(yield* names('"nothing'), ["three"])
    }).pipe(Effect.provide(layerSearch({ folder })))
  })

  test("is in the snippet where the text has it", function* () {
    const folder = yield* scratch
    write(folder, files)
    const { results } = yield* Effect.provide(find({ query: '"slow boat"' }), layerSearch({ folder }))
    for (const { snippet, url } of results)
      if (!url.endsWith("/four.md")) assert.match(snippet, /slow\s+boat/)
  })
})

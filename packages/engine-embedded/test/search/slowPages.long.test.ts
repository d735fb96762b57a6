// Pages whose markup takes too long, too much memory or too many calls are read as plain text. Other work goes on.
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import { SearchIndex } from "../../src/index.ts"
import { folderOf, write } from "./support.ts"
import { test } from "../support/engines.ts"

const end = "\n\nSent by post."

/** In the time that each would take, a server would stand for minutes or hours. */
const slow = {
  "lists.md": "- ".repeat(15_000) + "a\n".repeat(15_000),
  "nested.md": ">".repeat(100_000),
  "table.md": `|${"tide|".repeat(10_000)}\n|${"-|".repeat(10_000)}\n${"|b|\n".repeat(100_000)}`,
  "headings.md": `# ${"tide ".repeat(100_000)}\n${`${"sea ".repeat(300)}\n\n`.repeat(500)}`
}

test("a page is found whatever its markup, and other work goes on while it is read", function* () {
  const { folder, index, lines } = yield* folderOf({ "calm.md": "# Calm" })
  yield* Effect.gen(function* () {
    const { pages, query, refresh } = yield* SearchIndex
    write(folder, Object.fromEntries(Object.entries(slow).map(([path, text]) => [path, text + end])))
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    yield* refresh
    clearInterval(timer)
    assert.isAbove(turns, 100)
    assert.lengthOf(yield* pages, 5)
    const found = yield* query({ query: "sent by post" })
    assert.sameMembers(
      found.map(({ page }) => page.path),
      Object.keys(slow)
    )
    assert.lengthOf(lines, Object.keys(slow).length)
  }).pipe(Effect.provide(index))
})

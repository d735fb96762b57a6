// Labelled queries: hybrid ranking beats that by words alone; queries about nothing.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { everyday, project } from "../../tools/search/corpora.ts"
import { ranksOf } from "../../tools/search/ranks.ts"
import { corpus } from "./support.ts"

test.each([
  { pages: everyday, above: 0.1, least: 0.85 },
  // The documentation changes.
  { pages: project, above: -0.05, least: 0.65 }
])("of $pages.name, the rank is $least at least, and above that by words alone", function* (row) {
  const { hybrid, lexical } = yield* ranksOf(row.pages)
  assert.isAbove(hybrid, Math.max(row.least, lexical + row.above))
})

test("a query about nothing here finds nothing", function* () {
  const found = SearchIndex.use((index) =>
    Effect.forEach(["xyzzy flurb", "!!!", "the of and", "qqq 99999"], (query) => index.query({ query }))
  )
  assert.deepEqual(yield* Effect.provide(found, layerIndex({ folder: corpus })), [[], [], [], []])
})

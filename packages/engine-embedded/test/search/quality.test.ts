// Labelled queries over everyday pages: hybrid ranking beats lexical and semantic ranking; and queries about nothing.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { everyday } from "../../tools/search/labelled.ts"
import { meanRanks } from "./ranking.ts"
import { corpus } from "./support.ts"

test("hybrid ranking is above that of words alone and of meaning alone", function* () {
  const { both, lexical } = yield* meanRanks(everyday)
  assert.isAbove(both, lexical + 0.1)
  assert.isAbove(both, 0.85)
})

test("a query about nothing here finds nothing", function* () {
  const found = SearchIndex.use((index) =>
    Effect.forEach(["xyzzy flurb", "!!!", "the of and", "qqq 99999"], (query) => index.query({ query }))
  )
  assert.deepEqual(yield* Effect.provide(found, layerIndex({ folder: corpus })), [[], [], [], []])
})

// Labelled queries: hybrid ranking beats that by words alone; queries about nothing.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { type Corpus, everyday, measure, project } from "../../tools/search/labelled.ts"
import { corpus } from "./support.ts"

/** Mean reciprocal rank of labelled queries. */
const rankOf = (pages: Corpus, mode: RankingMode) =>
  Effect.map(
    measure(
      (query) =>
        SearchIndex.use((index) =>
          Effect.map(index.query({ query, mode }), (ranked) => ranked.map(({ page }) => page.path))
        ),
      pages
    ),
    ({ mrr }) => mrr
  )

test.each([
  { pages: everyday, above: 0.1, least: 0.85 },
  // The documentation changes.
  { pages: project, above: -0.05, least: 0.65 }
])(
  "of $pages.name, the rank is $least at least, and above that by words alone",
  function* ({ above, least, pages }) {
    const both = Effect.all([rankOf(pages, "hybrid"), rankOf(pages, "lexical")])
    const [hybrid, lexical] = yield* Effect.provide(both, layerIndex(pages))
    assert.isAbove(hybrid, Math.max(least, lexical + above))
  }
)

test("a query about nothing here finds nothing", function* () {
  const found = SearchIndex.use((index) =>
    Effect.forEach(["xyzzy flurb", "!!!", "the of and", "qqq 99999"], (query) => index.query({ query }))
  )
  assert.deepEqual(yield* Effect.provide(found, layerIndex({ folder: corpus })), [[], [], [], []])
})

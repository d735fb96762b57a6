// Labelled queries over two sets of pages: hybrid ranking beats lexical and semantic ranking.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isDocumentation, layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"
import { corpus } from "./support.ts"
import { test } from "../support/engines.ts"

const Labelled = Schema.fromJsonString(
  Schema.Array(Schema.Tuple([Schema.Literals(["corpus", "project"]), Schema.String, Schema.String]))
)
const labelled = Schema.decodeSync(Labelled)(readFileSync(join(import.meta.dirname, "labelled.json"), "utf8"))
const layers = {
  corpus: layerIndex({ folder: corpus }),
  project: layerIndex({
    folder: join(import.meta.dirname, "../../../.."),
    include: isDocumentation
  })
}

/** Reciprocal rank of the wanted page of each query; 0 where it is not found. */
const reciprocals = Effect.fnUntraced(function* (set: "corpus" | "project", means: RankingMode) {
  const index = yield* SearchIndex
  let sum = 0
  for (const [of, query, wanted] of labelled) {
    if (of !== set) continue
    const ranked = yield* index.query({ query, mode: means })
    const place = Array.from(new Set(ranked.map(({ page }) => page.path))).indexOf(wanted)
    if (place >= 0) sum += 1 / (place + 1)
  }
  return sum
})

const mean = (set: "corpus" | "project", means: RankingMode) =>
  Effect.map(
    Effect.provide(reciprocals(set, means), layers[set]),
    (sum) => sum / labelled.filter(([of]) => of === set).length
  )

describe("mean reciprocal rank", () => {
  test("is above that of words alone and of meaning alone on everyday pages", function* () {
    const both = yield* mean("corpus", "hybrid")
    assert.isAbove(both, (yield* mean("corpus", "lexical")) + 0.1)
    assert.isAbove(both, (yield* mean("corpus", "semantic")) + 0.02)
    assert.isAbove(both, 0.85)
  })

  test("is about that of words alone or better on the project's own pages, and above that of meaning", function* () {
    const both = yield* mean("project", "hybrid")
    assert.isAtLeast(both, (yield* mean("project", "lexical")) - 0.05)
    assert.isAbove(both, yield* mean("project", "semantic"))
    // These pages change with the project.
    assert.isAbove(both, 0.65)
  })
})

describe("a query about nothing here", () => {
  it.effect("finds nothing", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      for (const query of ["xyzzy flurb", "!!!", "the of and", "qqq 99999"]) {
        assert.deepEqual(yield* index.query({ query }), [], query)
      }
    }).pipe(Effect.provide(layers.corpus))
  )
})

// Mean reciprocal rank of labelled queries over a folder.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type IndexOptions, layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"

const Labelled = Schema.fromJsonString(
  Schema.Array(Schema.Tuple([Schema.Literals(["corpus", "project"]), Schema.String, Schema.String]))
)
const labelled = Schema.decodeSync(Labelled)(readFileSync(join(import.meta.dirname, "labelled.json"), "utf8"))

/** The mean reciprocal rank of the wanted page of each query by the modes; 0 where it is not found. */
export const meanRanks = (set: "corpus" | "project", options: IndexOptions) => {
  const queries = labelled.filter(([of]) => of === set)
  const mean = Effect.fnUntraced(function* (mode: RankingMode) {
    const index = yield* SearchIndex
    let sum = 0
    for (const [, query, wanted] of queries) {
      const ranked = yield* index.query({ query, mode })
      const place = ranked.map(({ page }) => page.path).indexOf(wanted)
      if (place >= 0) sum += 1 / (place + 1)
    }
    return sum / queries.length
  })
  return Effect.provide(Effect.all({ both: mean("hybrid"), lexical: mean("lexical") }), layerIndex(options))
}

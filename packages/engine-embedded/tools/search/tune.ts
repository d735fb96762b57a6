// Tunes the parameters of ranking on every second query of the corpora, one parameter after the other, and prints the mean
// reciprocal rank of both halves. What holds on both halves is written to
// `rankingParameters.ts` by hand.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { parameters } from "../../src/search/rankingParameters.ts"
import { type Corpus, labelledCorpora, readmeCorpora } from "./corpora.ts"

const steps: ReadonlyArray<readonly [keyof typeof parameters, ReadonlyArray<number>]> = [
  ["nameWeight", [0, 0.25, 0.5, 0.75, 1]],
  ["nameLength", [0, 0.25, 0.5, 0.75, 1]],
  ["headingWeight", [0, 0.5, 1, 2, 4]],
  ["entryHeadingWeight", [0, 1, 2, 4]],
  ["passageWeight", [0, 0.25, 0.5, 1, 2]],
  ["pageLength", [0.2, 0.4, 0.6, 0.8]],
  ["entryLength", [0.2, 0.5, 0.8]],
  ["pageSaturation", [0.6, 0.9, 1.2, 2]],
  ["saturation", [0.6, 1.2, 2]],
  ["semanticWeight", [0.2, 0.4, 0.6, 0.9, 1.2]],
  ["decisiveScore", [0.2, 0.3, 0.4, 0.5, 0.6]],
  ["similarWeight", [0, 0.25, 0.5, 0.8]]
]

/** The mean reciprocal rank of every second query: those with even (`rest` 0) or odd (1) index. */
const meanRank = Effect.fnUntraced(function* (corpus: Corpus, index: SearchIndex["Service"], rest: number) {
  const queries = corpus.queries.filter((_, place) => place % 2 === rest)
  let sum = 0
  for (const { query, wanted } of queries) {
    const ranked = yield* index.query({ query })
    const place = Array.from(new Set(ranked.map(({ page }) => page.path))).indexOf(wanted)
    if (place >= 0) sum += 1 / (place + 1)
  }
  return sum / queries.length
})

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
const show = (values: ReadonlyArray<number>) => values.map((value) => value.toFixed(3)).join(" ")

const temporary = mkdtempSync(join(tmpdir(), "leadline-readmes-"))
const tune = Effect.gen(function* () {
  const corpora = [...readmeCorpora(temporary), ...labelledCorpora()]
  const indexes: Array<readonly [Corpus, SearchIndex["Service"]]> = []
  for (const corpus of corpora)
    indexes.push([
      corpus,
      yield* Effect.provide(
        Effect.map(SearchIndex, (index) => index),
        layerIndex(corpus)
      )
    ])
  const all = (rest: number) => Effect.forEach(indexes, ([corpus, index]) => meanRank(corpus, index, rest))
  let best = mean(yield* all(0))
  for (let round = 0; round < 2; round++)
    for (const [name, values] of steps) {
      for (const value of values) {
        const before = parameters[name]
        if (value === before) continue
        parameters[name] = value
        const reached = mean(yield* all(0))
        if (reached > best + 0.0005) best = reached
        else parameters[name] = before
      }
      yield* Console.log(`${name} ${parameters[name]}: ${best.toFixed(4)}`)
    }
  yield* Console.log(parameters)
  yield* Console.log("even", show(yield* all(0)), "odd", show(yield* all(1)))
})
try {
  await Effect.runPromise(tune)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

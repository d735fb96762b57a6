// How well rankings of labelled corpora find the page of each query: this search, with words alone, and minisearch.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import MiniSearch from "minisearch"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { readPages } from "../../src/search/readPages.ts"
import { stem } from "../../src/text/stem.ts"
import { stopWords } from "../../src/text/wordLists.ts"
import { type Corpus, everyday, project, readmeCorpora } from "./corpora.ts"

/** Minisearch over the pages of a folder, with stems. */
const miniSearch = (folder: string, paths: ReadonlyArray<string>) => {
  const engine = new MiniSearch({
    idField: "path",
    fields: ["title", "headings", "text"],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return stopWords.has(word) ? null : stem(word)
    },
    searchOptions: { boost: { title: 2 } }
  })
  const files = paths.map((path) => ({
    path,
    text: readFileSync(join(folder, path), "utf8").replaceAll(/\r\n?/g, "\n")
  }))
  for (const [at, { passages, title }] of readPages({ files }).entries())
    engine.add({
      path: paths[at],
      title,
      headings: Array.from(new Set(passages.map(({ heading }) => heading))).join("\n"),
      text: passages.map((passage) => passage.text).join("\n")
    })
  return (query: string) => engine.search(query).map(({ id }) => String(id))
}

/** Mean reciprocal ranks of the first page that answers, 0 where none is found: of both modes and of minisearch. */
export const ranksOf = (corpus: Corpus) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const others = miniSearch(
      corpus.folder,
      (yield* index.pages).map(({ path }) => path)
    )
    const sums = { hybrid: 0, lexical: 0, miniSearch: 0 }
    for (const { query, wanted } of corpus.queries) {
      const share = (paths: ReadonlyArray<string>): number =>
        1 / (paths.findIndex((path) => wanted.includes(path)) + 1 || Infinity)
      for (const mode of ["hybrid", "lexical"] as const)
        sums[mode] += share((yield* index.query({ query, mode })).map(({ page }) => page.path))
      sums.miniSearch += share(others(query))
    }
    const [hybrid = 0, lexical = 0, other = 0] = Object.values(sums).map((sum) => sum / corpus.queries.length)
    return { hybrid, lexical, miniSearch: other }
  }).pipe(Effect.provide(layerIndex(corpus)))

/** The rows of a table of all corpora. */
export const compareSearches = Effect.acquireUseRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-readmes-"))),
  (folder) =>
    Effect.forEach([...readmeCorpora(folder), everyday, project], (corpus) =>
      Effect.map(ranksOf(corpus), (ranks) => [
        corpus.name,
        `${corpus.queries.length}`,
        ...Object.values(ranks).map((rank) => rank.toFixed(3))
      ])
    ),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

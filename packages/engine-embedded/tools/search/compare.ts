// How well the search finds the page of each query: this one, with words alone, and minisearch.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import MiniSearch from "minisearch"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { readPage } from "../../src/search/readPage.ts"
import { stem } from "../../src/text/stem.ts"
import { stopWords } from "../../src/text/wordLists.ts"
import { readmeCorpora } from "./corpora.ts"
import { by, type Corpus, everyday, type Find, project, rankOf } from "./labelled.ts"

/** Minisearch over the pages of a folder, with stems. */
const miniSearch = (folder: string, paths: ReadonlyArray<string>): Find => {
  const engine = new MiniSearch({
    idField: "path",
    fields: ["title", "headings", "text"],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return stopWords.has(word) ? null : stem(word)
    },
    searchOptions: { boost: { title: 2 } }
  })
  for (const path of paths) {
    const text = readFileSync(join(folder, path), "utf8").replaceAll(/\r\n?/g, "\n")
    const document = readPage({ path, text })
    engine.add({
      path,
      title: document.title,
      headings: Array.from(new Set(document.passages.map(({ heading }) => heading))).join("\n"),
      text: document.passages.map((passage) => passage.text).join("\n")
    })
  }
  return (query) => Effect.sync(() => engine.search(query).map(({ id }) => String(id)))
}

const rowOf = (corpus: Corpus) =>
  Effect.gen(function* () {
    const { pages } = yield* SearchIndex
    const paths = (yield* pages).map(({ path }) => path)
    const finds = [by("hybrid"), by("lexical"), miniSearch(corpus.folder, paths)]
    const ranks = yield* Effect.forEach(finds, (find) => rankOf<SearchIndex>(find, corpus))
    return [corpus.name, `${corpus.queries.length}`, ...ranks.map((rank) => rank.toFixed(3))]
  }).pipe(Effect.provide(layerIndex(corpus)))

/** The rows of a table of all corpora. */
export const compareSearches = Effect.acquireUseRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-readmes-"))),
  (folder) => Effect.forEach([...readmeCorpora(folder), everyday, project], rowOf),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

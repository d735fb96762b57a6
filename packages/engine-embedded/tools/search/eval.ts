// Prints how well rankers find the page of each query: this one, with words alone, and minisearch.
// `node --conditions=@leadline/source packages/engine-embedded/tools/search/eval.ts`
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import MiniSearch from "minisearch"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import type { Document } from "../../src/search/readers/document.ts"
import { readDocument } from "../../src/search/readDocument.ts"
import { stem } from "../../src/text/stem.ts"
import { stopWords } from "../../src/text/wordLists.ts"
import { readmeCorpora } from "./corpora.ts"
import { type Corpus, everyday, measure, project } from "./labelled.ts"

/** Paths of pages for a query, best first. */
type Find = (query: string) => Effect.Effect<ReadonlyArray<string>>

const unique = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)]

const makeMiniSearch = (pages: ReadonlyArray<Document & { readonly path: string }>): Find => {
  const engine = new MiniSearch({
    idField: "path",
    fields: ["title", "headings", "text"],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return stopWords.has(word) ? null : stem(word)
    },
    searchOptions: { boost: { title: 2 } }
  })
  engine.addAll(
    pages.map(({ passages, path, title }) => ({
      path,
      title,
      headings: unique(passages.map(({ heading }) => heading)).join("\n"),
      text: passages.map(({ text }) => text).join("\n")
    }))
  )
  return (query) => Effect.sync(() => engine.search(query).map(({ id }) => String(id)))
}

const row = (name: string, { first, mrr }: { readonly first: number; readonly mrr: number }): string =>
  `  ${name.padEnd(36)} ${mrr.toFixed(3)}   ${(100 * first).toFixed(0).padStart(3)} %`

const evaluate = Effect.fnUntraced(function* (corpus: Corpus) {
  const { folder, include, name, queries } = corpus
  yield* Console.log(`${name}: ${queries.length} queries`.padEnd(38), "MRR     first")
  const rows = Effect.gen(function* () {
    const index = yield* SearchIndex
    const paths = (yield* index.pages).map(({ path }) => path)
    const pages = paths.map((path) => ({
      path,
      ...readDocument({
        path,
        text: readFileSync(join(folder, path), "utf8").replaceAll(/\r\n?/g, "\n"),
        hash: "",
        stamp: { size: 0, modified: 0 }
      })
    }))
    const by =
      (mode: "hybrid" | "lexical"): Find =>
      (query) =>
        Effect.map(index.query({ query, mode }), (ranked) => ranked.map(({ page }) => page.path))
    const rankers: ReadonlyArray<readonly [string, Find]> = [
      ["this ranker", by("hybrid")],
      ["this ranker, words alone", by("lexical")],
      ["minisearch with stems", makeMiniSearch(pages)]
    ]
    for (const [label, find] of rankers) yield* Console.log(row(label, yield* measure(find, corpus)))
  })
  yield* Effect.provide(rows, layerIndex({ folder, include }))
})

const temporary = mkdtempSync(join(tmpdir(), "leadline-readmes-"))
try {
  const corpora = [...readmeCorpora(temporary), everyday, project]
  await Effect.runPromise(Effect.forEach(corpora, evaluate, { discard: true }))
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

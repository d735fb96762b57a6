// Labelled queries, and how well a ranking finds the page that each wants.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { isDocumentation, layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"

/** A folder of pages, and queries for them. */
export interface Corpus {
  readonly name: string
  readonly folder: string
  readonly include?: (path: string) => boolean
  /** With the paths of the pages that answer each. */
  readonly queries: ReadonlyArray<{ readonly query: string; readonly wanted: ReadonlyArray<string> }>
}

/** The folder of the project. */
export const root = join(import.meta.dirname, "../../../..")

const test = join(import.meta.dirname, "../../test/search")
const labelled = JSON.parse(readFileSync(join(test, "labelled.json"), "utf8")) as ReadonlyArray<
  readonly [set: "corpus" | "project", query: string, wanted: ReadonlyArray<string>]
>
const queriesOf = (set: "corpus" | "project") =>
  labelled.filter(([of]) => of === set).map(([, query, wanted]) => ({ query, wanted }))

/** Everyday pages, with labelled queries. */
export const everyday: Corpus = {
  name: "everyday pages",
  folder: join(test, "corpus"),
  queries: queriesOf("corpus")
}

/** The documentation of this project, with labelled queries. */
export const project: Corpus = {
  name: "this project",
  folder: root,
  include: isDocumentation,
  queries: queriesOf("project")
}

/** Paths of pages for a query, best first. */
export type Find<R = never> = (query: string) => Effect.Effect<ReadonlyArray<string>, unknown, R>

/** Mean reciprocal rank of the first page that answers; 0 where none is found. */
export const rankOf = Effect.fnUntraced(function* <R>(find: Find<R>, { queries }: Corpus) {
  let sum = 0
  for (const { query, wanted } of queries) {
    const place = (yield* find(query)).findIndex((path) => wanted.includes(path))
    if (place >= 0) sum += 1 / (place + 1)
  }
  return sum / queries.length
})

/** The search of the engine. */
export const by =
  (mode: RankingMode): Find<SearchIndex> =>
  (query) =>
    Effect.flatMap(SearchIndex, (index) =>
      Effect.map(index.query({ query, mode }), (found) => found.map(({ page }) => page.path))
    )

/** The ranks of both modes. */
export const ranksOf = (corpus: Corpus) =>
  Effect.provide(
    Effect.all({ hybrid: rankOf(by("hybrid"), corpus), lexical: rankOf(by("lexical"), corpus) }),
    layerIndex(corpus)
  )

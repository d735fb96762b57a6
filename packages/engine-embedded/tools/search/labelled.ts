// Labelled queries, and how well a ranking finds the page that each wants.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isDocumentation, layerIndex, type RankingMode, SearchIndex } from "../../src/index.ts"

/** A folder of pages, and queries for them. */
interface Corpus {
  readonly name: string
  readonly folder: string
  readonly include?: (path: string) => boolean
  /** With the paths of the pages that answer each. */
  readonly queries: ReadonlyArray<{ readonly query: string; readonly wanted: ReadonlyArray<string> }>
}

const root = join(import.meta.dirname, "../../../..")

const Labelled = Schema.fromJsonString(
  Schema.Array(
    Schema.Tuple([Schema.Literals(["corpus", "project"]), Schema.String, Schema.Array(Schema.String)])
  )
)

const test = join(import.meta.dirname, "../../test/search")
const labelled = Schema.decodeSync(Labelled)(readFileSync(join(test, "labelled.json"), "utf8"))
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

/** Mean reciprocal rank of the first page that answers; 0 where none is found. */
const rankOf = Effect.fnUntraced(function* (mode: RankingMode, { queries }: Corpus) {
  const index = yield* SearchIndex
  let sum = 0
  for (const { query, wanted } of queries) {
    const found = yield* index.query({ query, mode })
    const place = found.findIndex(({ page }) => wanted.includes(page.path))
    if (place >= 0) sum += 1 / (place + 1)
  }
  return sum / queries.length
})

/** The ranks of both modes. */
export const ranksOf = (corpus: Corpus) =>
  Effect.provide(
    Effect.all({ hybrid: rankOf("hybrid", corpus), lexical: rankOf("lexical", corpus) }),
    layerIndex(corpus)
  )

/** The rows of a table of both. */
export const measureCorpora = Effect.forEach([everyday, project], (corpus) =>
  Effect.map(ranksOf(corpus), ({ hybrid, lexical }) => [
    corpus.name,
    `${corpus.queries.length}`,
    hybrid.toFixed(2),
    lexical.toFixed(2)
  ])
)

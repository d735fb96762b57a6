// Labelled queries, and how well a ranking finds the page that each wants.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isDocumentation } from "../../src/index.ts"

/** A query, and the paths of the pages that answer it. */
export interface LabelledQuery {
  readonly query: string
  readonly wanted: ReadonlyArray<string>
}

/** A folder of pages, and queries for them. */
export interface Corpus {
  readonly name: string
  readonly folder: string
  readonly include?: (path: string) => boolean
  readonly queries: ReadonlyArray<LabelledQuery>
}

/** The folder of the project. */
export const root = join(import.meta.dirname, "../../../..")

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

/** Mean reciprocal rank of the first page that answers, 0 where none is found, and how often it is the first of all. */
export const measure = Effect.fnUntraced(function* <E, R>(
  find: (query: string) => Effect.Effect<ReadonlyArray<string>, E, R>,
  { queries }: Corpus
) {
  let [sum, first] = [0, 0]
  for (const { query, wanted } of queries) {
    const place = (yield* find(query)).findIndex((path) => wanted.includes(path))
    if (place >= 0) sum += 1 / (place + 1)
    if (place === 0) first++
  }
  return { mrr: sum / queries.length, first: first / queries.length }
})

// The services that chat and responses answer with.
// Source: §4.8, §4.10.
import { Decisions } from "@leadline/core/decisions"
import { Search, type SearchRequest } from "@leadline/core/search"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSchemaPool, SchemaPool } from "../structured-output/SchemaPool.ts"
import { layerSharedLexicon, SharedLexicon } from "../vectors/dataFile.ts"

const answerServices = Effect.all({
  lexicon: SharedLexicon,
  schemas: SchemaPool,
  search: Search,
  decisions: Decisions
})

/** The services that chat and responses answer with. */
export type AnswerServices = Effect.Success<typeof answerServices>

/** A layer of a service that is made of {@link AnswerServices}. */
export const layerOver = <I, S>(tag: Context.Service<I, S>, make: (services: AnswerServices) => S) =>
  // Built for each provision, over the services provided to it; the lexicon stays shared.
  Layer.fromBuild((memoMap, scope) =>
    Layer.effect(tag, Effect.map(answerServices, make)).pipe(
      Layer.provide([layerSharedLexicon, layerSchemaPool]),
      Layer.buildWithMemoMap(memoMap, scope)
    )
  )

/** Characters of a page that are read. Some of the work on a page cannot pause. */
export const pageLength = 65_536

type Filters = {
  readonly [Name in keyof Omit<SearchRequest, "query">]?: SearchRequest[Name] | null | undefined
}

/** The country as a filter, if it is a two-letter code. */
export const countryFilter = (location: { readonly country?: string } | undefined): Filters =>
  /^[A-Za-z]{2}$/.test(location?.country ?? "") ? { country: location?.country } : {}

/** The beginnings of the pages for a query. Without its quotation marks: the search would exclude pages without the phrase. */
export const readPages = (search: Search["Service"], query: string, filters: Filters) =>
  Effect.map(
    search.create({
      ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value != null)),
      query: query.replaceAll(/["“”„]/g, "").trim() || query
    }),
    ({ results }) => results.map((page) => ({ ...page, snippet: page.snippet.slice(0, pageLength) }))
  )

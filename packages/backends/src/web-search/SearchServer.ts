// The interface of a search service: one query at a time; merging, cutting and dates are done for it.
import type * as ApiError from "@leadline/core/errors"
import type { Recency, SearchMode } from "@leadline/core/schema"
import type { SearchRequest } from "@leadline/core/search"
import type * as Effect from "effect/Effect"

/** One query in one language. Days are `YYYY-MM-DD`, and included. */
export interface SearchPlan {
  readonly query: string
  /** Two lower-case letters. */
  readonly language: string | undefined
  /** Two upper-case letters. */
  readonly country: string | undefined
  /** Domains to search, with their subdomains. */
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly recency: Recency | undefined
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
  readonly mode: SearchMode
  /** Results that are wanted. */
  readonly count: number
  /** The page of results, from 1. Above 1 only where the service has a {@link SearchServer.pageSize}. */
  readonly page: number
  /** Characters of a snippet that are wanted. */
  readonly snippetLength: number
  /** Unix milliseconds. */
  readonly now: number
}

/** A page that was found. Its snippet may hold markup. */
export interface FoundPage {
  readonly title: string
  readonly url: string
  readonly snippet: string
  /** Date or time of publication, as the service writes it. */
  readonly published: string | undefined
}

/** A field of the request that a service may lack. */
export type FilterField = keyof SearchRequest

/** A search service. */
export interface SearchServer {
  /** The fields that it cannot keep, of those that are set. */
  readonly unsupported: (request: SearchRequest) => ReadonlyArray<FilterField>
  /** Advice to the operator when it refuses this server; for the check. Default: check the key and the address. */
  readonly refusalAdvice?: string
  /** About how many results it sends at a time, where that is not `count`: more are on its next page. */
  readonly pageSize?: number
  /** Finds pages, the best first. */
  readonly search: (plan: SearchPlan) => Effect.Effect<ReadonlyArray<FoundPage>, ApiError.ApiError>
}

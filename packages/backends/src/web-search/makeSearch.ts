// Makes the search service of a search server: queries, languages, dates, domains and lengths are brought together.
// Source: §4.8; Assumed: ours for merging and cutting.
import * as ApiError from "@leadline/core/errors"
import { addNotice, type Resumable, runCooperatively } from "@leadline/core/internal"
import { costOf, isoDate, perThousand } from "@leadline/core/schema"
import * as SearchResource from "@leadline/core/search"
import type { SearchRequest, SearchResult } from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { addDays, ageOf, dayOf, timeOf } from "./dates.ts"
import { isAllowed, splitDomains } from "./domains.ts"
import { charactersOf, cut, plainText } from "./plainText.ts"
import type { FilterField, FoundPage, SearchPlan, SearchServer } from "./SearchServer.ts"

/** Filters that a server cannot keep are refused, or ignored with a notice. */
export type UnsupportedFilters = "refuse" | "ignore"

/** Options of the service. */
export interface SearchOptions {
  /** Default `refuse`. */
  readonly unsupportedFilters?: UnsupportedFilters | undefined
  /** USD for a thousand calls of the service. Default 0, and then answers name no cost. */
  readonly pricePerThousand?: number | undefined
}

const refusal = (fields: ReadonlyArray<FilterField>) => {
  const issues = fields.map((field) => ({
    path: [field],
    message: "The search service that is configured cannot filter by this"
  }))
  return new ApiError.InvalidRequestError({
    message: issues.map(ApiError.issueText).join("; "),
    issues,
    phase: "service",
    type: "invalid_parameter"
  })
}

const tooMany = (queries: number, languages: number) => {
  const issue = {
    path: ["query"],
    message: `Expected at most ${SearchResource.serviceCalls} searches, got ${queries * languages}: ${queries} queries in ${languages} languages`
  }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "service",
    type: "invalid_parameter"
  })
}

/** The usage of so many calls. */
const usageOf = (calls: number, price: number): SearchResource.SearchUsage => ({
  cost: { currency: "USD", total_cost: costOf(calls, perThousand(price)) }
})

/** How many results may be asked for, so that some remain when others are cut. */
const spare = 10

const day = (text: string | null | undefined, shift: number): string | undefined => {
  const iso = typeof text === "string" ? isoDate(text) : undefined
  return iso === undefined ? undefined : addDays(iso, shift)
}

const unique = (texts: ReadonlyArray<string>): ReadonlyArray<string> => Array.from(new Set(texts))

/** One plan per query and language; a failure if they are too many. */
const plansOf = (
  request: Omit<SearchRequest, "search_language_filter">,
  languages: ReadonlyArray<string>,
  count: number,
  snippetLength: number,
  now: number
) => {
  const { include, exclude } = splitDomains(request.search_domain_filter ?? [])
  const queries = unique([request.query].flat())
  if (queries.length * languages.length > SearchResource.serviceCalls)
    return Result.fail(tooMany(queries.length, languages.length))
  const base = {
    country: request.country?.toUpperCase(),
    include,
    exclude,
    recency: request.search_recency_filter ?? undefined,
    // Bounds of the contract are exclusive.
    firstDay: day(request.search_after_date_filter, 1),
    lastDay: day(request.search_before_date_filter, -1),
    mode: request.search_mode ?? "web",
    count: Math.min(SearchResource.results.max, include.length + exclude.length > 0 ? count + spare : count),
    page: 1,
    snippetLength,
    now
  } as const
  return Result.succeed(
    queries.flatMap((query) =>
      (languages.length === 0 ? [undefined] : languages).map((language): SearchPlan => ({
        ...base,
        query,
        language
      }))
    )
  )
}

/** Was the page published when the plan wants it? One without a date is left out where dates matter. */
const isInTime = (page: FoundPage, { firstDay, lastDay, now, recency }: SearchPlan): boolean => {
  if (firstDay === undefined && lastDay === undefined && recency === undefined) return true
  const time = timeOf(page.published)
  if (time === undefined) return false
  const published = dayOf(time)
  const hasHour = time % ageOf.day !== 0
  return (
    (firstDay === undefined || published >= firstDay) &&
    (lastDay === undefined || published <= lastDay) &&
    // A date without a time may be of any hour of its day.
    (recency === undefined ||
      time >= now - ageOf[recency] ||
      (!hasHour && published >= dayOf(now - ageOf[recency])))
  )
}

/** The pages of a plan, from so many pages of the service at most, and its calls. A further page may fail. */
const find = Effect.fnUntraced(function* (
  server: SearchServer,
  plan: SearchPlan,
  count: number,
  pages: number
) {
  const found: Array<FoundPage> = []
  let calls = 0
  do {
    calls++
    const next = server.search({ ...plan, page: calls })
    const list = yield* calls === 1 ? next : Effect.orElseSucceed(next, () => [])
    if (list.length === 0) break
    found.push(
      ...list.filter((page) => isAllowed(page.url, plan.include, plan.exclude) && isInTime(page, plan))
    )
  } while (found.length < count && calls < pages)
  return { found, calls }
})

/** One of each list in turn, without pages that were there before. */
const merge = (lists: ReadonlyArray<ReadonlyArray<FoundPage>>): ReadonlyArray<FoundPage> => {
  const seen = new Set<string>()
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .filter(({ url }) => {
      const key = url.replace(/#.*$/, "").replace(/\/$/, "")
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}

/** Characters of a title. */
const titleLength = 1_000

function* toResults(pages: ReadonlyArray<FoundPage>, length: number): Resumable<ReadonlyArray<SearchResult>> {
  const results: Array<SearchResult> = []
  for (const { published, snippet, title, url } of pages) {
    const time = timeOf(published)
    results.push({
      title: (yield* plainText(title, titleLength)) || url,
      url,
      snippet: yield* plainText(snippet, length),
      ...(time !== undefined && { date: dayOf(time) })
    })
  }
  return results
}

/** The results whose snippets fit into so many characters together; the first always does, cut. */
const withinLength = (results: ReadonlyArray<SearchResult>, length: number): ReadonlyArray<SearchResult> => {
  let left = length
  return results.flatMap((result) => {
    if (left <= 0) return []
    const snippet = cut(result.snippet, left)
    left -= snippet.length
    return [{ ...result, snippet }]
  })
}

const { contextTokens, pageTokens, results: resultLimits, tokens } = SearchResource

/** Makes the service. Requests and answers are checked as in every engine. */
export const makeSearch = (
  server: SearchServer,
  { pricePerThousand, unsupportedFilters = "refuse" }: SearchOptions = {}
) =>
  SearchResource.make({
    create: Effect.fnUntraced(function* (request: SearchRequest) {
      const unsupported = server.unsupported(request)
      if (unsupported.length > 0) {
        if (unsupportedFilters === "refuse") return yield* refusal(unsupported)
        yield* addNotice("filters-ignored")
      }
      const now = yield* Clock.currentTimeMillis
      const count = request.max_results ?? resultLimits.fallback
      const perPage =
        request.max_tokens_per_page ??
        (request.search_context_size ? contextTokens[request.search_context_size] : pageTokens.fallback)
      const length = charactersOf(perPage)
      // A service that ignores them would be asked the same each time.
      const filter = unsupported.includes("search_language_filter") ? [] : request.search_language_filter
      const languages = unique((filter ?? []).map((language) => language.toLowerCase()))
      const plans = yield* Effect.fromResult(plansOf(request, languages, count, length, now))
      const pages = Math.min(
        Math.ceil(count / (server.pageSize ?? count)),
        Math.floor(SearchResource.serviceCalls / plans.length)
      )
      const lists = yield* Effect.forEach(plans, (plan) => find(server, plan, count, pages), {
        concurrency: 4
      })
      const calls = lists.reduce((sum, list) => sum + list.calls, 0)
      const merged = merge(lists.map(({ found }) => found))
      const results = yield* runCooperatively(toResults(merged.slice(0, count), length))
      return {
        id: SecureRandom.uuidV4Unsafe(),
        results: withinLength(results, charactersOf(request.max_tokens ?? tokens.fallback)),
        server_time: new Date(now).toISOString(),
        ...(pricePerThousand !== undefined && { usage: usageOf(calls, pricePerThousand) })
      }
    })
  })

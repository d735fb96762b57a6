// The filters of a web search, shared by search, chat and the `web_search` tool.
// Source: §4.8, §4.10.
import * as Schema from "effect/Schema"
import { matching, notEmpty, ofLength } from "./checks.ts"
import * as limits from "./limits.ts"
import { optionalOrNull } from "./open.ts"

const entries = ofLength({ max: limits.filterEntries }, "entries")

// Assumed: docs.
/** A domain with its subdomains; a leading `-` excludes it. */
export const DomainFilter = Schema.String.check(
  notEmpty("a domain", "string_too_short"),
  // Ends the check: the pattern would read all of a long text.
  ofLength({ max: limits.domainLength.max }, "characters", "string_too_long").abort(),
  // Assumed: ours. Whitespace, or `-` without a name, is a mistake that would filter everything or nothing.
  matching(/^-?[^\s-]\S*$/, "a domain, optionally after one -")
)

// Assumed: OAS.
/** An ISO 639-1 code, in either case. */
export const LanguageFilter = Schema.String.check(matching(/^[A-Za-z]{2}$/, "two letters, as in en"))

/** The age of a page, by its date of publication. */
export const Recency = Schema.Literals(["hour", "day", "week", "month", "year"])

/** {@link Recency}. */
export type Recency = typeof Recency.Type

/** Where to search: the web, academic work, or company filings. */
export const SearchMode = Schema.Literals(["web", "academic", "sec"])

/** {@link SearchMode}. */
export type SearchMode = typeof SearchMode.Type

const written = /^(\d{1,2})\/(\d{1,2})\/(?!0000)(\d{4})$/

/** A filter's date, `MM/DD/YYYY`, as `YYYY-MM-DD`; undefined for a date that does not exist. */
export const isoDate = (text: string): string | undefined => {
  const [, month = "", day = "", year = ""] = written.exec(text) ?? []
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // A day that its month does not have is one of another month.
  return date.toISOString().startsWith(iso) ? iso : undefined
}

// Assumed: docs.
/** A day as `MM/DD/YYYY`; month and day may have one digit. */
export const FilterDate = Schema.String.check(
  Schema.makeFilter((text: string) =>
    isoDate(text) === undefined ? "Expected a real date, written MM/DD/YYYY" : undefined
  )
)

/** The filters of a `web_search` tool: absent or given, never null. Spread into a struct, then {@link window}. */
export const toolFilters = {
  /** Domains to search, with their subdomains; a leading `-` excludes one. */
  search_domain_filter: Schema.optionalKey(Schema.Array(DomainFilter).check(entries)),
  /** The oldest publication. Cannot be combined with publication dates. */
  search_recency_filter: Schema.optionalKey(Recency),
  /** Published after this day, MM/DD/YYYY. */
  search_after_date_filter: Schema.optionalKey(FilterDate),
  /** Published before this day, MM/DD/YYYY. */
  search_before_date_filter: Schema.optionalKey(FilterDate),
  /** Updated after this day, MM/DD/YYYY. */
  last_updated_after_filter: Schema.optionalKey(FilterDate),
  /** Updated before this day, MM/DD/YYYY. */
  last_updated_before_filter: Schema.optionalKey(FilterDate)
} as const

/** The filters of search and chat: null counts as absent. Spread into a struct, then {@link window}. */
export const searchFilters = {
  /** Domains to search, with their subdomains; a leading `-` excludes one. At most 20. */
  search_domain_filter: optionalOrNull(Schema.Array(DomainFilter).check(entries)),
  /** Languages of the pages, ISO 639-1. At most 20. */
  search_language_filter: optionalOrNull(Schema.Array(LanguageFilter).check(entries)),
  /** The oldest publication. Cannot be combined with publication dates. */
  search_recency_filter: optionalOrNull(Recency),
  /** Published after this day, MM/DD/YYYY. */
  search_after_date_filter: optionalOrNull(FilterDate),
  /** Published before this day, MM/DD/YYYY. */
  search_before_date_filter: optionalOrNull(FilterDate),
  /** Updated after this day, MM/DD/YYYY. */
  last_updated_after_filter: optionalOrNull(FilterDate),
  /** Updated before this day, MM/DD/YYYY. */
  last_updated_before_filter: optionalOrNull(FilterDate),
  /** Where to search. Default `web`. */
  search_mode: optionalOrNull(SearchMode)
} as const

/** The filters of a search or chat request. */
export type SearchFilters = Schema.Struct.Type<typeof searchFilters>

type Windows = {
  readonly [
    Field in "search_recency_filter" | "search_after_date_filter" | "search_before_date_filter"
  ]?: unknown
}

// Assumed: docs.
/** Refuses a recency together with a publication date. For `.check` on the whole struct. */
export const window = Schema.makeFilter((request: Windows) =>
  (request.search_recency_filter ?? null) !== null &&
  (request.search_after_date_filter ?? request.search_before_date_filter ?? null) !== null
    ? {
        path: ["search_recency_filter"],
        issue: "Expected no recency together with publication dates"
      }
    : undefined
)

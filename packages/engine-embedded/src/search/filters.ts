// Filters of a request as conditions on the columns of pages.
// Source: §4.8, §4.10.
import { isoDate, type SearchFilters } from "@leadline/core/schema"
import { hostOf } from "./page.ts"

/** Filters of a search request. Absent ones let all pages through, and so does an absent `search_mode`. */
export type PageFilters = SearchFilters

/** A condition on the columns of `page`, with its parameters. */
export interface PageCondition {
  readonly sql: string
  readonly parameters: ReadonlyArray<string | number>
}

const hour = 3_600_000

// Assumed: ours.
/** Milliseconds. A month has 31 days here, a year 366, so that no page of the last month or year is missed. */
const windows = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 31 * 24 * hour, year: 366 * 24 * hour }

// Assumed: ours.
/** A URL in place of a domain counts as its host, and `*.example.com` as `example.com`. What is neither matches nothing. */
const domainOf = (entry: string): string => {
  const domain = entry.trim().replace(/^\*\./, "")
  return hostOf(domain.includes("://") ? domain : `https://${domain}`).replace(/^\.+|\.+$/g, "") || "?"
}

/** The condition that a host is one of the domains or a subdomain of one, or `NOT`. */
const onDomains = (not: "" | "NOT ", domains: ReadonlyArray<string>, base: string): PageCondition => ({
  sql: `${not}(${domains.map(() => "('.' || coalesce(host, ?)) LIKE ? ESCAPE '\\'").join(" OR ")})`,
  parameters: domains.flatMap((domain) => [base, `%.${domain.replaceAll(/[\\%_]/g, "\\$&")}`])
})

/**
 * The condition of some filters at a time. `base` is the host of pages that name no URL. Days are compared as text, and
 * bounds themselves are excluded. A page whose language is unknown may be in any. `country` filters nothing: files of a
 * folder are of no country.
 */
export const pageCondition = (filters: PageFilters, now: number, base: string): PageCondition => {
  const all: Array<PageCondition> = []
  const compare = (sql: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined) all.push({ sql: `${sql} ?`, parameters: [value] })
  }
  const recency = filters.search_recency_filter ?? undefined
  compare("mode =", filters.search_mode)
  compare("published >=", recency === undefined ? undefined : now - windows[recency])
  compare("date >", isoDate(filters.search_after_date_filter ?? ""))
  compare("date <", isoDate(filters.search_before_date_filter ?? ""))
  compare("updated >", isoDate(filters.last_updated_after_filter ?? ""))
  compare("updated <", isoDate(filters.last_updated_before_filter ?? ""))
  const languages = (filters.search_language_filter ?? []).map((code) => code.toLowerCase())
  if (languages.length > 0)
    all.push({
      sql: `(language IS NULL OR language IN (${languages.map(() => "?").join(", ")}))`,
      parameters: languages
    })
  const domains = filters.search_domain_filter ?? []
  const denied = domains.filter((entry) => entry.startsWith("-")).map((entry) => domainOf(entry.slice(1)))
  const wanted = domains.filter((entry) => !entry.startsWith("-")).map(domainOf)
  if (wanted.length > 0) all.push(onDomains("", wanted, base))
  if (denied.length > 0) all.push(onDomains("NOT ", denied, base))
  return {
    sql: all.map(({ sql }) => sql).join(" AND "),
    parameters: all.flatMap(({ parameters }) => parameters)
  }
}

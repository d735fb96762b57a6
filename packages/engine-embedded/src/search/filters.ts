// Filters pages by the filters of a request.
// Source: §4.8, §4.10.
import type { SearchRequest } from "@leadline/core/search"
import { isoDate } from "@leadline/core/schema"
import type { IndexedPage } from "./page.ts"

const hour = 3_600_000

// Assumed: ours.
/** Milliseconds. A month has 31 days here, a year 366, so that no page of the last month or year is missed. */
const windows = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 31 * 24 * hour, year: 366 * 24 * hour }

/** Is a host the domain or a subdomain of it? */
const covers = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`)

// Assumed: ours.
/** A URL in place of a domain counts as its host. */
const domainOf = (entry: string): string =>
  entry
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/:?#].*$/, "")
    .replace(/^\.+|\.+$/g, "")

const domains = (entries: ReadonlyArray<string>) => {
  const denied = entries.filter((entry) => entry.startsWith("-")).map((entry) => domainOf(entry.slice(1)))
  const asked = entries.filter((entry) => !entry.startsWith("-")).map(domainOf)
  return ({ host }: IndexedPage): boolean =>
    !denied.some((domain) => covers(domain, host)) &&
    (asked.length === 0 || asked.some((domain) => covers(domain, host)))
}

// Assumed: ours.
/** Days are compared as text; the bounds themselves are excluded. */
const between = (after: string | null | undefined, before: string | null | undefined) => {
  const [first, last] = [after, before].map((text) => isoDate(text ?? ""))
  return (day: string): boolean => (first === undefined || day > first) && (last === undefined || day < last)
}

// Assumed: ours.
/**
 * A check of pages, made once for a request. Without a mode it is `web`. `country` filters nothing: files of a
 * folder are of no country.
 */
export const makePageFilter = (request: SearchRequest, now: number): ((page: IndexedPage) => boolean) => {
  const domain = domains(request.search_domain_filter ?? [])
  const languages = (request.search_language_filter ?? []).map((code) => code.toLowerCase())
  const recency = request.search_recency_filter ?? undefined
  const since = recency === undefined ? Number.NEGATIVE_INFINITY : now - windows[recency]
  const published = between(request.search_after_date_filter, request.search_before_date_filter)
  const updated = between(request.last_updated_after_filter, request.last_updated_before_filter)
  const mode = request.search_mode ?? "web"
  return (page) =>
    page.mode === mode &&
    page.published >= since &&
    published(page.date) &&
    updated(page.lastUpdated) &&
    // A page whose language is unknown may be in any.
    (languages.length === 0 || page.language === undefined || languages.includes(page.language)) &&
    domain(page)
}

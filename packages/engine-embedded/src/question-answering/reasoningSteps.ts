// The reasoning steps of an answer, and excerpts of pages for search results.
// Source: §6; Assumed: OAS, the fields of a step.
import { stripMarkup } from "./plainText.ts"
import type { CompletedSearch, Findings, SourcePage } from "./research.ts"

/** The longest excerpt, in characters. */
const maxExcerptLength = 320

/** An excerpt of a page: its two best sentences, or its beginning. */
const excerptOf = ({ ranked }: Findings, { id, snippet }: SourcePage): string => {
  const best = ranked
    .filter(({ passage }) => passage.source === id && passage.row === undefined)
    .slice(0, 2)
    .toSorted((a, b) => a.passage.order - b.passage.order)
    .map(({ passage }) => passage.text)
  const text = best.join(" ") || stripMarkup(snippet.slice(0, 8 * maxExcerptLength))
  if (text.length <= maxExcerptLength) return text
  const space = text.lastIndexOf(" ", maxExcerptLength - 1)
  return `${text.slice(0, space > maxExcerptLength / 2 ? space : maxExcerptLength - 1)}…`
}

/** A page as a search result. Its snippet is an excerpt for the question. */
export const toSearchResult = (findings: Findings, page: SourcePage) => {
  const { date, last_updated, title, url } = page
  return {
    title,
    url,
    ...(date === undefined ? {} : { date }),
    ...(last_updated === undefined ? {} : { last_updated }),
    snippet: excerptOf(findings, page),
    source: "web" as const
  }
}

const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`

/** The `thought` of a search. */
export const searchThought = ({ pages, query }: CompletedSearch): string =>
  pages.length === 0
    ? `The search for "${query}" gave no new page.`
    : `The search for "${query}" gave ${countOf(pages.length, "page")}, first "${pages[0]?.title ?? ""}".`

/** The `thought` of the last step, which reads the pages. */
export const readingThought = ({ chosen, pages, ranked }: Findings): string => {
  const [best] = chosen
  const read = `${countOf(ranked.length, "sentence")} read`
  if (best === undefined) return `${read}; none of them answers the question.`
  const from = pages[best.passage.source - 1]
  const place = from === undefined ? "in the conversation" : `on "${from.title}"`
  return `${read}; ${countOf(chosen.length, "sentence")} taken into the answer, the closest ${place}.`
}

/** One step per search, then one for reading the pages. */
export const reasoningSteps = (findings: Findings) => [
  ...findings.searches.map((search) => ({
    thought: searchThought(search),
    type: "web_search",
    web_search: {
      search_keywords: [search.query],
      search_results: search.pages.map((page) => toSearchResult(findings, page))
    }
  })),
  { thought: readingThought(findings) }
]

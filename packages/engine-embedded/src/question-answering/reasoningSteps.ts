// The reasoning steps of an answer, and excerpts of pages for search results.
// Source: §6; Assumed: OAS, the fields of a step.
import { stripMarkup } from "../text/plainText.ts"
import type { CompletedSearch, Findings, SourcePage } from "./research.ts"

/** The longest excerpt, in characters. */
const maxExcerptLength = 320

/** A page as a search result. Its snippet is an excerpt for the question: its two best sentences, or its beginning. */
export const toSearchResult = ({ ranked }: Findings, page: SourcePage) => {
  const { date, id, last_updated, snippet, title, url } = page
  const best = ranked
    .filter(({ passage }) => passage.source === id && passage.row === undefined)
    .slice(0, 2)
    .toSorted((a, b) => a.passage.order - b.passage.order)
    .map(({ passage }) => passage.text)
  const text = best.join(" ") || stripMarkup(snippet.slice(0, 8 * maxExcerptLength))
  const isLong = text.length > maxExcerptLength
  return {
    title,
    url,
    ...(date === undefined ? {} : { date }),
    ...(last_updated === undefined ? {} : { last_updated }),
    snippet: isLong ? `${text.slice(0, maxExcerptLength).replace(/\s\S*$|.$/, "")}…` : text,
    source: "web" as const
  }
}

const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`

/** The `thought` of a search. */
export const searchThought = ({ pages, query }: CompletedSearch): string =>
  `The search for "${query}" gave ${countOf(pages.length, "new page")}.`

/** The `thought` of the last step, which reads the pages. */
export const readingThought = ({ chosen, ranked }: Findings): string =>
  `${countOf(ranked.length, "sentence")} read, ${chosen.length || "none"} of them taken into the answer.`

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

// The reasoning steps of an answer, and excerpts of pages for search results.
// Source: §6; Assumed: OAS, the fields of a step.
import type { Findings, SourcePage } from "./findings.ts"
import { stripMarkup } from "./plainText.ts"
import type { RankedPassage } from "./rankPassages.ts"

/** The longest excerpt, in characters. */
const maxExcerptLength = 320

const shorten = (text: string): string => {
  if (text.length <= maxExcerptLength) return text
  const space = text.lastIndexOf(" ", maxExcerptLength - 1)
  return `${text.slice(0, space > maxExcerptLength / 2 ? space : maxExcerptLength - 1)}…`
}

/** An excerpt of a page: its two best sentences, or its beginning. */
export const excerpt = (ranked: ReadonlyArray<RankedPassage>, source: number, snippet: string): string => {
  const best = ranked
    .filter(({ passage }) => passage.source === source && passage.row === undefined)
    .slice(0, 2)
  const text = best
    .toSorted((a, b) => a.passage.order - b.passage.order)
    .map(({ passage }) => passage.text)
    .join(" ")
  return shorten(text === "" ? stripMarkup(snippet.slice(0, 8 * maxExcerptLength)) : text)
}

const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`

/** The `thought` of a search. */
export const searchThought = (query: string, pages: ReadonlyArray<SourcePage>): string =>
  pages.length === 0
    ? `The search for "${query}" gave no new page.`
    : `The search for "${query}" gave ${countOf(pages.length, "page")}, first "${pages[0]?.title ?? ""}".`

/** The `thought` of the last step, which reads the pages. */
export const readingThought = ({ chosen, pages, ranked }: Findings): string => {
  const [best] = chosen
  const from = pages.find(({ id }) => id === best?.passage.source)
  const read = `${countOf(ranked.length, "sentence")} read`
  if (best === undefined) return `${read}; none of them answers the question.`
  const place = from === undefined ? "in the conversation" : `on "${from.title}"`
  return `${read}; ${countOf(chosen.length, "sentence")} taken into the answer, the closest ${place}.`
}

/** One step per search, then one for reading the pages. */
export const reasoningSteps = <A>(findings: Findings, show: (page: SourcePage) => A) => [
  ...findings.searches.map(({ pages, query }) => ({
    thought: searchThought(query, pages),
    type: "web_search",
    web_search: { search_keywords: [query], search_results: pages.map(show) }
  })),
  { thought: readingThought(findings) }
]

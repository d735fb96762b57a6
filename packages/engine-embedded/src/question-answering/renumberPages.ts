// Renumbers the pages of an answer so that citations count up from 1: cited pages first, in the order of their citation.
import { findCitations } from "./compose.ts"
import type { Findings, SourcePage } from "./findings.ts"
import type { RankedPassage } from "./rankPassages.ts"

/** Gives the cited pages the first ids, in the order in which the answer cites them, and the other pages the next ones. */
export const renumberByCitation = (findings: Findings): Findings => {
  const cited = new Set(findings.chosen.map(({ passage }) => passage.source).filter((source) => source > 0))
  if ([...cited].every((source, index) => source === index + 1)) return findings
  const order = [...cited, ...findings.pages.map(({ id }) => id).filter((id) => !cited.has(id))]
  const numbers = new Map(order.map((id, index) => [id, index + 1]))
  const page = (found: SourcePage): SourcePage => ({ ...found, id: numbers.get(found.id) ?? found.id })
  const ranked = (entry: RankedPassage): RankedPassage => {
    const source = numbers.get(entry.passage.source)
    return source === undefined ? entry : { ...entry, passage: { ...entry.passage, source } }
  }
  return {
    ...findings,
    searches: findings.searches.map((search) => ({ ...search, pages: search.pages.map(page) })),
    pages: findings.pages.map(page).toSorted((left, right) => left.id - right.id),
    ranked: findings.ranked.map(ranked),
    chosen: findings.chosen.map(ranked)
  }
}

/** The pages that a text cites, by id. */
export const citedPages = (text: string, pages: ReadonlyArray<SourcePage>): ReadonlyArray<SourcePage> => {
  const cited = new Set(findCitations(text, pages.length).map(({ source }) => source))
  return pages.filter(({ id }) => cited.has(id))
}

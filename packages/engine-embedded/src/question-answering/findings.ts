// The results of researching a question: searches, pages, ranked and selected passages.
import type { Source } from "./passages.ts"
import type { Question } from "./question.ts"
import type { RankedPassage } from "./rankPassages.ts"

/** A search result with its dates, `YYYY-MM-DD`. */
export interface SourcePage extends Source {
  readonly date?: string
  readonly last_updated?: string
}

/** One search, with the pages that earlier searches did not find. */
export interface CompletedSearch {
  readonly query: string
  readonly pages: ReadonlyArray<SourcePage>
}

/** The results of researching a question. */
export interface Findings {
  readonly question: Question
  readonly searches: ReadonlyArray<CompletedSearch>
  /** Pages in the order of their ids. */
  readonly pages: ReadonlyArray<SourcePage>
  /** All passages, best first. */
  readonly ranked: ReadonlyArray<RankedPassage>
  /** The passages selected for the answer, best first. */
  readonly chosen: ReadonlyArray<RankedPassage>
  /** The whole answer to small talk or to a question about the conversation; then all lists are empty. */
  readonly reply?: string
}

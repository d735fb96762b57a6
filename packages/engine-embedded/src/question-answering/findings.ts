// What was found for a question: searches, pages, ranked and selected passages.
import type { Source } from "./passages.ts"
import type { Question } from "./question.ts"
import type { RankedPassage } from "./rankPassages.ts"

/** A page as search gives it, with its dates. */
export interface SourcePage extends Source {
  readonly date?: string
  readonly last_updated?: string
}

/** One search and what it found that was new. */
export interface CompletedSearch {
  readonly query: string
  readonly pages: ReadonlyArray<SourcePage>
}

/** All that is known once a question has been looked into. */
export interface Findings {
  readonly question: Question
  readonly searches: ReadonlyArray<CompletedSearch>
  /** Pages in the order of their ids. */
  readonly pages: ReadonlyArray<SourcePage>
  /** Every passage, best first. */
  readonly ranked: ReadonlyArray<RankedPassage>
  /** The passages of the answer. */
  readonly chosen: ReadonlyArray<RankedPassage>
}

// What was found for a question: searches, pages, ranked and selected passages.
import type { Source } from "./passages.ts"
import type { Question } from "./question.ts"
import type { Ranked } from "./rankPassages.ts"

/** A page as search gives it, with its dates. */
export interface Page extends Source {
  readonly date?: string
  readonly last_updated?: string
}

/** One search and what it found that was new. */
export interface Searched {
  readonly query: string
  readonly pages: ReadonlyArray<Page>
}

/** All that is known once a question has been looked into. */
export interface Findings {
  readonly question: Question
  readonly searches: ReadonlyArray<Searched>
  /** Pages in the order of their ids. */
  readonly pages: ReadonlyArray<Page>
  /** Every passage, best first. */
  readonly ranked: ReadonlyArray<Ranked>
  /** The passages of the answer. */
  readonly chosen: ReadonlyArray<Ranked>
}

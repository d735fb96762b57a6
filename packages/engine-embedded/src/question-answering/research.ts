// From a conversation to an answer: reads the question, searches, ranks, composes. The same way every time.
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { needsSearch } from "./searchClassifier.ts"
import type { Passage } from "./passages.ts"
import { readPassages } from "./passages.ts"
import { nextQuery, openingQueries } from "./searchQueries.ts"
import type { Question, Turn } from "./question.ts"
import { readQuestion } from "./question.ts"
import type { Ranked } from "./rankPassages.ts"
import { central, pick, rank } from "./rankPassages.ts"
import type { Findings, Page, Searched } from "./findings.ts"
import { readTexts } from "./conversationPassages.ts"

/** Asks search one query. Filters are bound already. */
export type Find = (query: string) => Effect.Effect<ReadonlyArray<Omit<Page, "id">>, ApiError.ApiError>

/** How much work an answer is worth. */
export interface Effort {
  /** Sentences of the answer, at most. */
  readonly sentences: number
  /** Searches, at most. */
  readonly queries: number
  /** Score of the last sentence taken, as a share of the best one's. */
  readonly share: number
}

/** What to look into, and how. */
export interface Inquiry {
  readonly turns: ReadonlyArray<Turn>
  readonly effort: Effort
  readonly search: "always" | "classify" | "never"
  readonly find: Find
  /** Pages that are given rather than found, such as fetched addresses. */
  readonly given?: ReadonlyArray<Omit<Page, "id">>
  /** Told of each search as it ends. */
  readonly onSearch?: (searched: Searched) => Effect.Effect<void>
}

/** Reads pages in short slices of work. A page already read is not read again. */
const makeReader = (pace: TimeSlicer) => {
  const read = new Map<number, ReadonlyArray<Passage>>()
  return Effect.fnUntraced(function* (pages: ReadonlyArray<Page>) {
    for (const { id, snippet } of pages) {
      if (!read.has(id)) read.set(id, yield* pace.run(readPassages(id, snippet)))
    }
    return [...read.values()].flat()
  })
}

const titlesOf = (pages: ReadonlyArray<Page>): ReadonlyMap<number, string> =>
  new Map(pages.map(({ id, title }) => [id, title]))

/** Ranks what the conversation itself says. Asked for a summary, the most central sentences come first. */
const rankConversation = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  question: Question,
  pace: TimeSlicer
) {
  const passages = yield* pace.run(readTexts(question.material))
  return question.kind === "summary" || question.terms.length === 0
    ? yield* central(lexicon, passages, pace)
    : yield* rank(lexicon, question, passages, new Map(), pace)
})

/** Looks into a question. Fails only when search does. */
export const inquire = Effect.fnUntraced(function* (lexicon: Lexicon, inquiry: Inquiry) {
  const pace = makeTimeSlicer()
  const { effort, find } = inquiry
  const readPages = makeReader(pace)
  const question = yield* pace.run(readQuestion(lexicon, inquiry.turns))
  const searching =
    inquiry.search === "always"
      ? question.query !== ""
      : inquiry.search === "classify" && needsSearch(question)
  const pages: Array<Page> = (inquiry.given ?? []).map((page, at) => ({ ...page, id: at + 1 }))
  const searches: Array<Searched> = []
  let ranked: ReadonlyArray<Ranked> = []

  if (searching) {
    const waiting = [...openingQueries(question, effort.queries)]
    const known = new Map<string, Page>(pages.map((page) => [page.url, page]))
    while (waiting.length > 0 && searches.length < effort.queries) {
      const query = waiting.shift() ?? ""
      const found: Array<Page> = []
      for (const page of yield* find(query)) {
        if (known.has(page.url)) continue
        const added = { ...page, id: pages.length + 1 }
        known.set(page.url, added)
        pages.push(added)
        found.push(added)
      }
      const searched = { query, pages: found }
      searches.push(searched)
      if (inquiry.onSearch !== undefined) yield* inquiry.onSearch(searched)
      if (waiting.length > 0 || searches.length >= effort.queries) continue
      ranked = yield* rank(lexicon, question, yield* readPages(pages), titlesOf(pages), pace)
      const next = yield* pace.run(nextQuery(lexicon, question, ranked, pages, searches))
      if (next !== undefined) waiting.push(next)
    }
  }
  if (pages.length > 0)
    ranked = yield* rank(lexicon, question, yield* readPages(pages), titlesOf(pages), pace)
  else if (!searching) ranked = yield* rankConversation(lexicon, question, pace)
  // In a summary of what was given every sentence may count.
  const anything = !searching && (question.kind === "summary" || question.terms.length === 0)
  const chosen = yield* pace.run(
    pick(ranked, {
      most: effort.sentences,
      share: effort.share,
      ...(anything ? { leastCoverage: 0 } : {})
    })
  )
  const findings: Findings = { question, searches, pages, ranked, chosen }
  return findings
})

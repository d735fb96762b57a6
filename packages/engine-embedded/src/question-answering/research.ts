// Researches a question: extracts it from the conversation, searches, then ranks and selects passages.
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { renumberByCitation } from "./renumberPages.ts"
import { conversationReply, summaryOf } from "./conversation/conversationReply.ts"
import { readTextPassages } from "./conversation/conversationPassages.ts"
import type { CompletedSearch, Findings, SourcePage } from "./findings.ts"
import type { Passage } from "./passages.ts"
import { readPassages } from "./passages.ts"
import type { Question, Turn } from "./question.ts"
import { readQuestion } from "./question.ts"
import type { RankedPassage } from "./rankPassages.ts"
import { rankByCentrality, rankPassages } from "./rankPassages.ts"
import { needsSearch } from "./searchClassifier.ts"
import { selectPassages } from "./selectPassages.ts"
import { followUpQuery, initialQueries } from "./searchQueries.ts"

/** Searches for one query. Filters are already applied. */
export type SearchPages = (
  query: string
) => Effect.Effect<ReadonlyArray<Omit<SourcePage, "id">>, ApiError.ApiError>

/** Limits of the work for one answer. */
export interface Effort {
  /** Sentences of the answer, at most. */
  readonly sentences: number
  /** Searches, at most. */
  readonly queries: number
  /** Least score of a sentence of the answer, as a share of the best score, 0 to 1. */
  readonly share: number
}

/** Matches a question with several parts, which different sentences may answer. */
const severalParts = /\band (?:what|which|who|when|where|why|how|is|are|do|does|can)\b|\?\s+\S[^]*\?/i

/** Least coverage of a sentence of the conversation. It is lower than that of a page, because the caller chose the text. */
const minGivenCoverage = 0.34

/** A conversation to research, and how. */
export interface ResearchRequest {
  readonly turns: ReadonlyArray<Turn>
  readonly effort: Effort
  /**
   * When to search. `required`: always; `always`: unless the message is small talk or about the conversation; `classify`:
   * when {@link needsSearch} says so as well.
   */
  readonly searchPolicy: "required" | "always" | "classify" | "never"
  readonly searchPages: SearchPages
  /** Pages that need no search, such as fetched URLs. */
  readonly knownPages?: ReadonlyArray<Omit<SourcePage, "id">>
}

/** Makes a function that splits pages into passages and caches them: each page is split once. */
const makeReader = (slicer: TimeSlicer) => {
  const read = new Map<number, ReadonlyArray<Passage>>()
  return Effect.fnUntraced(function* (pages: ReadonlyArray<SourcePage>) {
    for (const { id, snippet } of pages) {
      if (!read.has(id)) read.set(id, yield* slicer.run(readPassages(id, snippet)))
    }
    return [...read.values()].flat()
  })
}

const titlesOf = (pages: ReadonlyArray<SourcePage>): ReadonlyMap<number, string> =>
  new Map(pages.map(({ id, title }) => [id, title]))

/** Ranks passages of the conversation instead of pages. */
const rankConversation = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  question: Question,
  slicer: TimeSlicer
) {
  const passages = yield* slicer.run(readTextPassages(question.conversationTexts))
  return question.kind === "summary" || question.terms.length === 0
    ? yield* rankByCentrality(lexicon, passages, slicer)
    : yield* rankPassages(lexicon, question, passages, new Map(), slicer)
})

/** Researches the question of a conversation. Fails only when the search service does. */
export const research = Effect.fnUntraced(function* (lexicon: Lexicon, request: ResearchRequest) {
  const slicer = makeTimeSlicer()
  const { effort, searchPages } = request
  const readPages = makeReader(slicer)
  const { searchPolicy, turns } = request
  const message = turns.findLast(({ role }) => role === "user")?.text ?? ""
  const summary = searchPolicy === "required" ? undefined : summaryOf(message)
  const read = summary === "user" ? turns.filter(({ role }) => role === "user") : turns
  const question = yield* slicer.run(readQuestion(lexicon, read))
  const replies = searchPolicy !== "required" && (request.knownPages ?? []).length === 0
  const reply = replies ? yield* slicer.run(conversationReply(question, turns)) : undefined
  if (reply !== undefined) {
    const replied: Findings = { question, searches: [], pages: [], ranked: [], chosen: [], reply }
    return replied
  }
  const searching =
    searchPolicy === "required" || searchPolicy === "always"
      ? question.query !== "" && summary === undefined
      : searchPolicy === "classify" && needsSearch(question) && summary === undefined
  const pages: Array<SourcePage> = (request.knownPages ?? []).map((page, at) => ({ ...page, id: at + 1 }))
  const searches: Array<CompletedSearch> = []
  let ranked: ReadonlyArray<RankedPassage> = []

  if (searching) {
    const waiting = [...initialQueries(question, effort.queries)]
    const known = new Map<string, SourcePage>(pages.map((page) => [page.url, page]))
    while (waiting.length > 0 && searches.length < effort.queries) {
      const query = waiting.shift() ?? ""
      const found: Array<SourcePage> = []
      for (const page of yield* searchPages(query)) {
        if (known.has(page.url)) continue
        const added = { ...page, id: pages.length + 1 }
        known.set(page.url, added)
        pages.push(added)
        found.push(added)
      }
      searches.push({ query, pages: found })
      if (waiting.length > 0 || searches.length >= effort.queries) continue
      ranked = yield* rankPassages(lexicon, question, yield* readPages(pages), titlesOf(pages), slicer)
      const next = yield* slicer.run(followUpQuery(lexicon, question, ranked, pages, searches))
      if (next !== undefined) waiting.push(next)
    }
  }
  if (pages.length > 0)
    ranked = yield* rankPassages(lexicon, question, yield* readPages(pages), titlesOf(pages), slicer)
  else if (!searching) ranked = yield* rankConversation(lexicon, question, slicer)
  // A summary of given text may use any sentence.
  const anything = !searching && (question.kind === "summary" || question.terms.length === 0)
  const chosen = yield* slicer.run(
    selectPassages(ranked, {
      most: effort.sentences,
      share: effort.share,
      hasParts: severalParts.test(question.text),
      ...(anything ? { minCoverage: 0 } : pages.length === 0 ? { minCoverage: minGivenCoverage } : {})
    })
  )
  return renumberByCitation({ question, searches, pages, ranked, chosen })
})

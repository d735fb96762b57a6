// Researches a question: reads it from the conversation, searches, ranks passages and chooses those that answer it.
import type * as ApiError from "@leadline/core/errors"
import type { SearchResult } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Passage } from "./passages.ts"
import { readPassages } from "./passages.ts"
import { type Question, readQuestion, splitParts } from "./question.ts"
import { choosePassages, quotePassages } from "./quotes.ts"
import type { RankedPassage } from "./ranking.ts"
import { rankPassages } from "./ranking.ts"
import { smallTalkReply } from "./smallTalk.ts"
import type { Turn } from "./turns.ts"

/** A search result. `id` is its number among all results, from 1. */
export interface SourcePage extends Pick<
  SearchResult,
  "title" | "url" | "snippet" | "date" | "last_updated"
> {
  readonly id: number
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
  /** The passages of the answer, in its order. */
  readonly chosen: ReadonlyArray<RankedPassage>
  /** The parts of the question that none of these answers, where there are several. */
  readonly unanswered: ReadonlyArray<string>
  /** The whole answer to small talk; then all lists are empty. */
  readonly reply?: string
}

/** Searches for one query. Filters are already applied. */
export type SearchPages = (
  query: string
) => Effect.Effect<ReadonlyArray<Omit<SourcePage, "id">>, ApiError.ApiError>

/** A conversation to research, and how. */
export interface ResearchRequest {
  readonly turns: ReadonlyArray<Turn>
  /** Searches, at most. */
  readonly maxQueries: number
  /**
   * When to search. `required`: always; `always`: unless the message is small talk; `classify`: when {@link needsSearch} says so
   * as well.
   */
  readonly searchPolicy: "required" | "always" | "classify" | "never"
  readonly searchPages: SearchPages
  /** Pages that need no search, such as fetched URLs. */
  readonly knownPages?: ReadonlyArray<Omit<SourcePage, "id">>
}

/** The reply when the conversation has no answer. */
const nothingSaid = "Nothing in this conversation answers this, and no sources were used."

/** Sentences of a summary of given texts. */
const summaryLength = 3

const summarizes = /\b(?:summari[sz]e|summary|recap|tl;?dr|key points|main points)\b/i
const aboutConversation =
  /\b(?:(?:this|the|our|my|your) (?:conversation|chat|discussion|previous (?:answer|message)|last (?:answer|message|question)|text|message)|(?:text|message|paragraph|passage|conversation) (?:above|below)|above|you (?:just )?(?:said|wrote|told|answered)|i (?:just )?(?:said|wrote|told|asked)|my name)\b/i
const reworksText =
  /^\s*(?:please )?(?:rephrase|reword|shorten|translate|proofread|rewrite|extract|classify|repeat)\b/i

/** False for questions about the conversation, and for tasks on a text in the message, such as "Translate this". */
export const needsSearch = ({ conversationTexts, text, whole }: Question): boolean =>
  whole.terms.length > 0 &&
  (conversationTexts.length === 0 ||
    ![aboutConversation, reworksText, summarizes].some((pattern) => pattern.test(text)))

/** Passages of a page that tell which words of the question are still missing. */
const depth = 8

/** The words of a question that the best passages lack, as a query; empty when they lack none. */
const missingWords = ({ text, whole }: Question, ranked: ReadonlyArray<RankedPassage>): string => {
  const held = new Set(
    ranked.slice(0, depth).flatMap(({ passage }) => passage.tokens.map(({ stem }) => stem))
  )
  const missing = whole.terms.filter(({ related }) => !related.some(({ stem }) => held.has(stem)))
  const isMissing = (word: string) => missing.some(({ stem }) => word.toLowerCase().startsWith(stem))
  return text.split(/\s+/).filter(isMissing).join(" ")
}

/** Researches the question of a conversation. Fails only when the search service does. */
export const research = Effect.fnUntraced(function* (lexicon: Lexicon, request: ResearchRequest) {
  const { knownPages = [], maxQueries, searchPages, searchPolicy, turns } = request
  const slicer = makeTimeSlicer()
  const message = turns.findLast(({ role }) => role === "user")?.text ?? ""
  const question = yield* slicer.run(readQuestion(lexicon, turns))
  const empty: Findings = { question, searches: [], pages: [], ranked: [], chosen: [], unanswered: [] }
  if (searchPolicy !== "required" && knownPages.length === 0) {
    const reply = smallTalkReply(message)
    if (reply !== undefined) return { ...empty, reply }
  }

  const pages: Array<SourcePage> = []
  const titles = new Map<number, string>()
  const passages: Array<Passage> = []
  const addPages = Effect.fnUntraced(function* (found: ReadonlyArray<Omit<SourcePage, "id">>) {
    const added: Array<SourcePage> = []
    for (const page of found) {
      if (pages.some(({ url }) => url === page.url)) continue
      const source = { ...page, id: pages.length + 1 }
      pages.push(source)
      added.push(source)
      titles.set(source.id, page.title)
      for (const passage of yield* slicer.run(readPassages(source.id, page.snippet))) passages.push(passage)
    }
    return added
  })
  yield* addPages(knownPages)

  const isAlways = searchPolicy === "required" || searchPolicy === "always"
  const searching =
    question.query !== "" && (isAlways || (searchPolicy === "classify" && needsSearch(question)))
  const searches: Array<CompletedSearch> = []
  if (searching) {
    const parts = splitParts(question.text, maxQueries)
    const waiting = [question.query, ...(parts.length > 1 ? parts : [])]
    while (waiting.length > 0 && searches.length < maxQueries) {
      const query = waiting.shift() ?? ""
      searches.push({ query, pages: yield* addPages(yield* searchPages(query)) })
      if (waiting.length > 0 || searches.length >= maxQueries) continue
      const ranked = yield* slicer.run(rankPassages(question.whole, passages, titles))
      const next = missingWords(question, ranked)
      if (next !== "" && searches.every((search) => search.query !== next)) waiting.push(next)
    }
  } else if (pages.length === 0)
    for (const passage of yield* slicer.run(readPassages(0, question.conversationTexts.join("\n\n"))))
      passages.push(passage)

  const ranked = yield* slicer.run(rankPassages(question.whole, passages, titles))
  const found: Findings = { ...empty, pages, searches, ranked }
  if (
    pages.length === 0 &&
    !searching &&
    (summarizes.test(question.text) || question.whole.terms.length === 0)
  )
    return {
      ...found,
      chosen: ranked.toSorted((a, b) => a.passage.order - b.passage.order).slice(0, summaryLength)
    }
  const whole = choosePassages(ranked)
  const parts = question.parts.length > 1 ? question.parts : question.halves
  if (question.parts.length === 1 && (whole.length > 0 || parts.length === 0))
    return { ...found, chosen: whole }
  const chosen: Array<RankedPassage> = []
  const unanswered: Array<string> = []
  for (const part of parts) {
    const own = choosePassages(yield* slicer.run(rankPassages(part, passages, titles)), 1)
    if (own.length === 0) unanswered.push(part.text)
    for (const entry of own) if (chosen.every(({ passage }) => passage !== entry.passage)) chosen.push(entry)
  }
  return { ...found, chosen, unanswered }
})

/** The answer as text, or a sentence that says that none was found. `numberOf`: the number of a page in citations. */
export const answerText = (
  { chosen, pages, reply, searches, unanswered }: Findings,
  numberOf: (source: number) => number = (source) => source
): string => {
  if (reply !== undefined) return reply
  const titleOf = (source: number) => pages[source - 1]?.title ?? ""
  const quoted = quotePassages(chosen, titleOf, (source) => (source === 0 ? undefined : numberOf(source)))
  const missing = unanswered.map((part) => `No answer was found to: ${part.replace(/[\s.!?]*$/, "?")}`)
  const text = quoted === "" ? "" : [quoted, ...missing].join("\n\n")
  if (searches.length === 0 && pages.length === 0)
    return text === "" ? nothingSaid : `${text}\n\nThis is taken from the conversation; no sources were used.`
  if (text !== "") return text
  return pages.length === 0
    ? "No page was found for this question."
    : `No answer to this question was found on the ${pages.length === 1 ? "page" : `${pages.length} pages`} that search gave.`
}

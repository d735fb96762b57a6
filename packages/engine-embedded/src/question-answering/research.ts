// Researches a question: searches, ranks passages and chooses those that answer it; and says what was done.
// Source: §6; Assumed: OAS, the fields of a step.
import type * as ApiError from "@leadline/core/errors"
import type { SearchResult } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { stripMarkup } from "../text/plainText.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { isStatement, type Passage, readPassages } from "../text/passages.ts"
import { dropMiddle } from "./conversation.ts"
import { isSmallTalk, type Question, type QuestionPart } from "./question.ts"
import { choosePassages, maxSentences, quotePassages } from "./quotes.ts"
import { type RankedPassage, rankPassages } from "./ranking.ts"

/** A search result. `id` is its number among all results, from 1. */
export interface SourcePage extends SearchResult {
  readonly id: number
}

type FoundPages = ReadonlyArray<SearchResult>

/** One search, with the pages that earlier searches did not find. */
export interface CompletedSearch {
  readonly query: string
  readonly pages: ReadonlyArray<SourcePage>
}

/** A question to research, and how. */
export interface ResearchRequest {
  readonly question: Question
  readonly maxQueries: number
  /** When to search. `wanted`: where it {@link needsSearch}. */
  readonly searchPolicy: "always" | "wanted" | "never"
  readonly searchPages: (query: string) => Effect.Effect<FoundPages, ApiError.ApiError>
  /** Pages that need no search, such as fetched URLs. */
  readonly knownPages?: FoundPages
}

const summarizes = /\b(?:summari[sz]e|summary|recap|tl;?dr|key points|main points)\b/i
const aboutGiven =
  /^\s*(?:please )?(?:rephrase|reword|shorten|translate|proofread|rewrite|extract|classify|repeat)\b|\b(?:(?:this|the|our|my|your) (?:conversation|chat|discussion|previous (?:answer|message)|last (?:answer|message|question)|text|message)|(?:text|message|paragraph|passage|conversation) (?:above|below)|above|you (?:just )?(?:said|wrote|told|answered)|i (?:just )?(?:said|wrote|told|asked)|my name)\b/i

/** False for small talk, questions about the conversation, and tasks on a text in the message, such as "Translate this". */
export const needsSearch = ({ conversationTexts, whole: { terms, text } }: Question): boolean =>
  terms.length > 0 &&
  !isSmallTalk(text) &&
  (conversationTexts.length === 0 || !(aboutGiven.test(text) || summarizes.test(text)))

/** Researches a question. Fails only when the search service does. */
export const research = Effect.fnUntraced(function* (request: ResearchRequest) {
  const { knownPages = [], maxQueries, question, searchPages, searchPolicy } = request
  const { conversationTexts, halves, parts, query: wholeQuery, whole } = question
  const slicer = makeTimeSlicer()
  const pages: Array<SourcePage> = []
  const searches: Array<CompletedSearch> = []
  const passages: Array<Passage> = []
  const addPassages = Effect.fnUntraced(function* (source: number, markdown: string) {
    for (const passage of yield* slicer.run(readPassages(source, markdown)))
      if (isStatement(passage)) passages.push(passage)
  })
  const addPages = Effect.fnUntraced(function* (results: FoundPages) {
    const before = pages.length
    for (const page of results) {
      if (pages.some(({ url }) => url === page.url)) continue
      pages.push({ ...page, id: pages.length + 1 })
      yield* addPassages(pages.length, page.snippet)
    }
    return pages.slice(before)
  })
  const rank = (part: QuestionPart) => slicer.run(rankPassages(part, passages, pages))
  yield* addPages(knownPages)

  const isWanted = searchPolicy === "always" || (searchPolicy === "wanted" && needsSearch(question))
  const isSearching = isWanted && wholeQuery !== ""
  const several = parts.length > 1 ? parts : []
  const queries = isSearching ? [wholeQuery, ...several.map((part) => part.text)] : []
  for (const query of queries.slice(0, maxQueries))
    searches.push({ query, pages: yield* addPages(yield* searchPages(query)) })
  const isGiven = !isSearching && pages.length === 0
  if (isGiven && !isSmallTalk(whole.text)) yield* addPassages(0, dropMiddle(conversationTexts.join("\n\n")))

  const ranked = yield* rank(whole)
  const chosen: Array<RankedPassage> = []
  /** Parts of the question without an answer. */
  const unanswered: Array<string> = []
  if (isGiven && (summarizes.test(whole.text) || whole.terms.length === 0))
    chosen.push(...ranked.toSorted((a, b) => a.passage.order - b.passage.order).slice(0, maxSentences))
  else if (several.length === 0) chosen.push(...choosePassages(ranked))
  for (const part of chosen.length > 0 ? [] : several.length > 0 ? several : halves) {
    const own = choosePassages(yield* rank(part), 1)
    if (own.length === 0) unanswered.push(part.text)
    for (const entry of own) if (chosen.every(({ passage }) => passage !== entry.passage)) chosen.push(entry)
  }
  return { question, searches, pages, ranked, chosen, unanswered }
})

/** The results of researching a question. */
export type Findings = Effect.Success<ReturnType<typeof research>>

/** The answer as text, or a sentence that says that none was found. `numberOf`: the number of a page in citations. */
export const answerText = (
  { chosen, pages, question, searches, unanswered }: Findings,
  numberOf: (source: number) => number = (source) => source
): string => {
  const isUnsearched = searches.length === 0 && pages.length === 0
  if (isUnsearched && isSmallTalk(question.whole.text)) return "What would you like to know?"
  const quoted = quotePassages(chosen, pages, numberOf)
  const missing = unanswered.map((part) => `No answer was found to: ${part.replace(/[\s.!?]*$/, "?")}`)
  const text = [quoted, ...missing].join("\n\n")
  if (quoted !== "")
    return isUnsearched ? `${text}\n\nThis is taken from the conversation; no sources were used.` : text
  if (isUnsearched) return "Nothing in this conversation answers this, and no sources were used."
  return pages.length === 0
    ? "No page was found for this question."
    : `No answer to this question was found on the ${pages.length === 1 ? "page" : `${pages.length} pages`} that search gave.`
}

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

/** The `thought` of a search. */
export const searchThought = ({ pages, query }: CompletedSearch): string =>
  `New pages for "${query}": ${pages.length}.`

/** The `thought` of the last step, which reads the pages. */
export const readingThought = ({ chosen, ranked }: Findings): string =>
  `Sentences read: ${ranked.length}; taken into the answer: ${chosen.length}.`

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

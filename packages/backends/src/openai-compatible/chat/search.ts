// The search before an answer: its queries, by the model where it is to think of several, and its filters.
// Source: §4.10; Assumed: ours.
import type { ChatRequest } from "@leadline/core/chat"
import type * as ApiError from "@leadline/core/errors"
import { contextSizes, serviceCalls, type SearchRequest, type SearchResult } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { arrange, asQuery, todayRule } from "../answering/messages.ts"
import { type CompletionRequest, noUsage, type TokenUsage } from "../completion/Completion.ts"
import { complete, type CompletionContext } from "../completion/complete.ts"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import type { Behavior } from "./behavior.ts"
import type { Conversation } from "./conversation.ts"

/** A search, and the tokens that its queries took. */
export interface Searched {
  /** Empty: nothing was searched. */
  readonly queries: ReadonlyArray<string>
  readonly results: ReadonlyArray<SearchResult>
  readonly usage: TokenUsage
  /** USD of the search, where it has a price. */
  readonly cost?: number | undefined
}

const filterNames = [
  "search_domain_filter",
  "search_language_filter",
  "search_recency_filter",
  "search_after_date_filter",
  "search_before_date_filter",
  "last_updated_after_filter",
  "last_updated_before_filter",
  "search_mode"
] as const

const noSearch = "NONE"

const instructions = (count: number, mayNotSearch: boolean): string =>
  [
    count === 1
      ? "Write the web search query that answers the last question of the conversation, and nothing else."
      : `Write up to ${count} different web search queries that together answer the last question of the conversation, one a line, and nothing else.`,
    mayNotSearch ? `If it can be answered without a search, write ${noSearch}.` : ""
  ].join("\n")

/** Lines of a list that are read, and the characters of each: a model may write more. */
const mostLines = 100
const longestLine = 2_000

/** The lines of a list that a model wrote, without numbers, bullets and quotes. */
export const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n", mostLines)
    .map((line) =>
      line
        .slice(0, longestLine)
        .replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "")
        .replace(/^["“]+|["”]+$/g, "")
        .trim()
    )
    .filter((line) => line !== "")

/** Asks the model for queries. What it does not write is the question itself. */
const queriesOf = Effect.fnUntraced(function* (
  context: CompletionContext,
  base: CompletionRequest,
  { messages, question }: Conversation,
  count: number,
  mayNotSearch: boolean,
  now: number
) {
  const own = asQuery(question)
  if (count === 1 && !mayNotSearch) return { queries: [own], usage: noUsage }
  const system = [todayRule(now), instructions(count, mayNotSearch)]
  const { text, usage } = yield* complete(context, { ...base, messages: arrange(system, messages) })
  const lines = linesOf(text)
  if (mayNotSearch && lines[0]?.replace(/\W/g, "").toUpperCase() === noSearch) return { queries: [], usage }
  const queries = Array.from(new Set(lines.map(asQuery))).slice(0, count)
  return { queries: queries.length === 0 ? [own] : queries, usage }
})

/** The filters of a request, as those of a search. */
const filtersOf = (request: ChatRequest): Omit<SearchRequest, "query"> => {
  const options = request.web_search_options
  const country = options?.user_location?.country ?? ""
  const filters = filterNames.flatMap((name) => {
    const value = request[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return {
    ...contextSizes[options?.search_context_size ?? "low"],
    ...(/^[A-Za-z]{2}$/.test(country) && { country }),
    ...Object.fromEntries(filters)
  }
}

const searchFields = [
  ...filterNames,
  "web_search_options",
  "enable_search_classifier",
  "return_images"
] as const

/** Does a chat say nothing of a search, by its fields or its model? */
const isUnasked = (request: ChatRequest, { queries }: Behavior): boolean =>
  queries === 1 && searchFields.every((name) => (request[name] ?? false) === false)

/** Searches, unless the request says not to. The error of a search is that of the answer, which would be made up. */
export const searchFor = Effect.fnUntraced(function* (
  { search, searchesUnasked }: Dependencies,
  context: CompletionContext,
  base: CompletionRequest,
  request: ChatRequest,
  conversation: Conversation,
  behavior: Behavior,
  now: number
): Effect.fn.Return<Searched, ApiError.ApiError> {
  const none: Searched = { queries: [], results: [], usage: noUsage }
  if (request.disable_search === true || conversation.question === "") return none
  if (searchesUnasked?.() === false && isUnasked(request, behavior)) return none
  const mayNotSearch = request.enable_search_classifier === true
  const languages = request.search_language_filter?.length || 1
  const most = Math.min(behavior.queries, Math.floor(serviceCalls / languages))
  const { queries, usage } = yield* queriesOf(context, base, conversation, most, mayNotSearch, now)
  const [only, ...others] = queries
  if (only === undefined) return { ...none, usage }
  const query = others.length === 0 ? only : queries
  const found = yield* search.create({ ...filtersOf(request), query })
  return { queries, results: found.results, usage, cost: found.usage?.cost.total_cost }
})

// One run: calls functions, or fetches, searches and quotes. Its output items, what each did in a sentence, and its tool calls.
// Source: §2.8, §4.7.
import { schemaNode } from "@leadline/core/internal"
import type { OutputItem, ResponsesRequest } from "@leadline/core/responses"
import { contextSizes, results, type Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Turn } from "../question-answering/conversation.ts"
import { dropMiddle, queryOf, readQuestion } from "../question-answering/question.ts"
import { findCitations } from "../question-answering/quotes.ts"
import {
  answerText,
  readingThought,
  research,
  searchThought,
  type SourcePage,
  toSearchResult
} from "../question-answering/research.ts"
import { type AnswerServices, countryFilter, readPages } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { readingTokens } from "../search/engine.ts"
import { fillSchema, textsOf } from "../structured-output/structuredAnswer.ts"
import { truncateText } from "../text/estimateTokens.ts"
import { callFunctions, newId } from "./functionCalls.ts"
import type { RunSettings } from "./settings.ts"

/** An output item; of a tool with what it did in a sentence. */
export interface RunStep {
  readonly item: OutputItem
  readonly thought?: string
}

/** The steps of a run, in order. */
export interface Run {
  readonly steps: ReadonlyArray<RunStep>
  readonly thought?: string
  /** Number of calls of each tool, by its key in the usage. */
  readonly calls: { readonly [tool: string]: number }
}

/** The message of a text. Its annotations are the citations of pages; indexes are UTF-16 units, end exclusive. */
const messageOf = (text: string, pages: ReadonlyArray<SourcePage>): OutputItem => {
  const annotations = findCitations(text, pages.length).map(({ end, source, start }) => ({
    type: "url_citation" as const,
    start_index: start,
    end_index: end,
    url: pages[source - 1]?.url ?? "",
    title: pages[source - 1]?.title ?? ""
  }))
  const content = [{ type: "output_text" as const, text, annotations }]
  return { type: "message", id: newId("msg"), role: "assistant", status: "completed", content }
}

/** The URLs in a text, each once. */
const findUrls = (text: string): ReadonlyArray<URL> => {
  const found = Array.from(text.matchAll(/\bhttps?:\/\/[^\s<>"')\]#]{1,2000}/gi), ([url]) => url)
  return [...new Set(found)].flatMap((url) => URL.parse(url.replace(/[.,;:!?]+$/, "")) ?? [])
}

/** The page at a URL, if the search index has it: nothing is fetched from the network. */
const fetchPage = Effect.fnUntraced(function* (search: Search["Service"], { hostname, href, pathname }: URL) {
  const pages = yield* readPages(search, queryOf(`${hostname} ${pathname.replaceAll(/[/_.-]+/g, " ")}`), {
    search_domain_filter: [hostname],
    max_results: results.max,
    max_tokens: results.max * readingTokens,
    max_tokens_per_page: readingTokens
  })
  return pages.find(({ url }) => URL.parse(url)?.href.replace(/#.*/, "") === href)
})

/** Lines of function output that are quoted completely, at most. */
const maxLines = 12

/** Tokens of a search, at most. */
const maxSearchTokens = 1_000_000

/** Runs a request. The result is a failure when no value satisfies a schema; the effect fails when a service does. */
export const runRequest = Effect.fnUntraced(function* (
  services: AnswerServices,
  request: ResponsesRequest,
  { maxQueries, tools }: RunSettings,
  turns: ReadonlyArray<Turn>
) {
  const { decisions, lexicon, schemas, search } = services
  const { response_format: format, tool_choice: choice } = request
  const slicer = makeTimeSlicer()
  const question = yield* slicer.run(readQuestion(lexicon, turns))
  const last = turns.findLastIndex(({ role }) => role === "user")
  const outputs = turns.slice(last + 1).filter(({ role }) => role === "tool")
  const isAnswered = outputs.length > 0
  const called = isAnswered ? undefined : yield* callFunctions(services, choice, tools, question, turns)
  if (called !== undefined)
    return Result.map(called, (calls): Run => ({ steps: calls.map((item) => ({ item })), calls: {} }))

  const fetching = isAnswered ? undefined : tools.find((tool) => tool.type === "fetch_url")
  const message = dropMiddle(turns[last]?.text ?? "")
  const urls = fetching === undefined ? [] : findUrls(message).slice(0, fetching.max_urls ?? 10)
  const pages = yield* Effect.forEach(urls, (url) => fetchPage(search, url))
  const fetched = pages.filter((page) => page !== undefined)

  const searching = tools.find((tool) => tool.type === "web_search")
  const size = contextSizes[searching?.search_context_size ?? "low"]
  const { max_tokens = size.max_tokens, max_tokens_per_page = size.max_tokens_per_page } = searching ?? {}
  const filters = {
    ...size,
    ...countryFilter(searching?.user_location),
    ...searching?.filters,
    max_tokens: Math.min(max_tokens, maxSearchTokens),
    max_tokens_per_page: Math.min(max_tokens_per_page, maxSearchTokens)
  }
  const isSearching = searching !== undefined && !isAnswered && fetched.length === 0
  const policy = choice === "required" ? "always" : "wanted"
  const findings = yield* research({
    question,
    maxQueries,
    searchPolicy: isSearching ? policy : "never",
    searchPages: (query) => readPages(search, query, filters),
    knownPages: fetched
  })

  const steps: Array<RunStep> = findings.searches.map((found) => ({
    item: {
      type: "search_results",
      queries: [found.query],
      results: found.pages.map((page) => ({ id: page.id, ...toSearchResult(findings, page) }))
    },
    thought: searchThought(found)
  }))
  const contents = fetched.map(({ snippet, title, url }) => ({ url, title, snippet }))
  if (urls.length > 0)
    steps.unshift({
      item: { type: "fetch_url_results", contents },
      thought: `${fetched.length} of ${urls.length} pages could be read.`
    })

  const output = dropMiddle(outputs.map(({ text }) => dropMiddle(text)).join("\n"))
  const isShort = isAnswered && output.split("\n").length <= maxLines
  const text =
    format === undefined
      ? Result.succeed(isShort ? output : answerText(findings))
      : yield* fillSchema(schemas, decisions, schemaNode(format.json_schema.schema), textsOf(findings, turns))
  return Result.map(text, (whole): Run => {
    const { text: cut } = truncateText(whole, request.max_output_tokens)
    return {
      steps: [...steps, { item: messageOf(cut, format === undefined ? findings.pages : []) }],
      thought: readingThought(findings),
      calls: { search_web: findings.searches.length, fetch_url: urls.length }
    }
  })
})

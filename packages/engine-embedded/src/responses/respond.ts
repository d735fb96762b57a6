// Answers a request: calls functions, or fetches, searches and quotes; with status and usage, and what each tool did.
// Source: §2.8, §3, §4.7.
import type * as ApiError from "@leadline/core/errors"
import { addNotice, schemaNode } from "@leadline/core/internal"
import type { OutputItem, Response, ResponsesRequest, Usage } from "@leadline/core/responses"
import { contextSizes, results, type Search } from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dropMiddle, readTurns, type Turn } from "../question-answering/conversation.ts"
import { queryOf, readQuestion } from "../question-answering/question.ts"
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
import { type CooperativeTask, makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { readingTokens } from "../search/engine.ts"
import { fillSchema, textsOf } from "../structured-output/structuredAnswer.ts"
import { countTokens, truncateText } from "../text/estimateTokens.ts"
import { callFunctions, newId } from "./functionCalls.ts"
import { knownModels, resolveSettings, type RunSettings } from "./settings.ts"

/** What a run gives: its items, and what each of the first ones, those of tools, did in a sentence; then what was read. */
interface Run {
  readonly output: ReadonlyArray<OutputItem>
  readonly thoughts: ReadonlyArray<string>
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
const runRequest = Effect.fnUntraced(function* (
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
  if (called !== undefined) return Result.map(called, (output): Run => ({ output, thoughts: [], calls: {} }))

  const fetching = isAnswered ? undefined : tools.find((tool) => tool.type === "fetch_url")
  const urls =
    fetching === undefined ? [] : findUrls(turns[last]?.text ?? "").slice(0, fetching.max_urls ?? 10)
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

  const { searches } = findings
  const found = searches.map((one): OutputItem => {
    const pagesOfIt = one.pages.map((page) => ({ id: page.id, ...toSearchResult(findings, page) }))
    return { type: "search_results", queries: [one.query], results: pagesOfIt }
  })
  const thoughts = [...searches.map(searchThought), readingThought(findings)]
  if (urls.length > 0) {
    const contents = fetched.map(({ snippet, title, url }) => ({ url, title, snippet }))
    found.unshift({ type: "fetch_url_results", contents })
    thoughts.unshift(`${fetched.length} of ${urls.length} pages could be read.`)
  }

  const output = dropMiddle(outputs.map(({ text }) => text).join("\n"))
  const isShort = isAnswered && output.split("\n").length <= maxLines
  const text =
    format === undefined
      ? Result.succeed(isShort ? output : answerText(findings))
      : yield* fillSchema(schemas, decisions, schemaNode(format.json_schema.schema), textsOf(findings, turns))
  return Result.map(text, (whole): Run => {
    const { text: cut } = truncateText(whole, request.max_output_tokens)
    const message = messageOf(cut, format === undefined ? findings.pages : [])
    const calls = { search_web: searches.length, fetch_url: urls.length }
    return { output: [...found, message], thoughts, calls }
  })
})

const noCost = { currency: "USD", input_cost: 0, output_cost: 0, total_cost: 0 }

/** What an item says: a text, or a call with its arguments. */
const saidIn = (item: OutputItem): string =>
  item.type === "message"
    ? (item.content?.[0]?.text ?? "")
    : item.type === "function_call"
      ? item.name + item.arguments
      : ""

const usageOf = function* (input_tokens: number, { calls, output }: Run): CooperativeTask<Usage> {
  const output_tokens = yield* countTokens(output.map(saidIn))
  const made = Object.entries(calls).filter(([, invocation]) => invocation > 0)
  const details = Object.fromEntries(made.map(([tool, invocation]) => [tool, { invocation }]))
  return {
    input_tokens,
    output_tokens,
    total_tokens: input_tokens + output_tokens,
    cost: noCost,
    ...(made.length > 0 && { tool_calls_details: details })
  }
}

const invalid = (message: string, type: string) => ({ message, type, code: "400" })

/** What a response says of a service that failed; the message of the cause is not disclosed. Fails for a refused request. */
const failureOf = Effect.fnUntraced(function* (cause: ApiError.ApiError) {
  if (cause.phase === "body") return yield* cause
  yield* Effect.logWarning(`A run of the responses engine failed: ${cause._tag}`)
  const [type, code] =
    cause._tag === "UnavailableError" ? ["service_unavailable", "503"] : ["internal_error", "500"]
  return Result.fail({ message: "A service this run needs has failed.", type, code })
})

/** Answers a request. A failed run gives a response of status `failed`; only a request that is refused fails the effect. */
export const respond = Effect.fnUntraced(function* (services: AnswerServices, request: ResponsesRequest) {
  const settings = yield* resolveSettings(request)
  const { displayedModel, instructions, models } = settings
  const slicer = makeTimeSlicer()
  const { tokens, turns, types } = yield* slicer.run(readTurns(request.input, instructions))
  if (types.has("input_image")) yield* addNotice("images-ignored")
  const created_at = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  // All models give the same answers, so that another one helps against no failure of a run.
  const known = models.find((name) => knownModels.has(name))
  const ended =
    known === undefined
      ? Result.fail(invalid("Expected a model that GET /v1/models lists.", "invalid_model"))
      : yield* runRequest(services, request, settings, turns).pipe(
          Effect.map(Result.mapError((message) => invalid(message, "invalid_request"))),
          Effect.catch(failureOf)
        )
  const run = Result.getOrElse(ended, (): Run => ({ output: [], thoughts: [], calls: {} }))
  const isCalling = run.output.some(({ type }) => type === "function_call")
  const response: Response = {
    id: newId("resp"),
    object: "response",
    created_at,
    model: known ?? models[0] ?? "",
    output: run.output,
    usage: yield* slicer.run(usageOf(Result.isSuccess(ended) ? tokens : 0, run)),
    ...(Result.isFailure(ended)
      ? { status: "failed", error: ended.failure }
      : { status: isCalling ? "requires_action" : "completed" })
  }
  return { displayedModel, response, thoughts: run.thoughts }
})

/** A response, and what only a stream shows. */
export type RunOutcome = Effect.Success<ReturnType<typeof respond>>

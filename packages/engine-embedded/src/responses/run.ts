// One run: calls functions, or fetches, searches and quotes. Its output items, what each did in a sentence, and its tool calls.
// Source: §2.8, §4.7.
import { schemaNode } from "@leadline/core/internal"
import type { OutputItem, ResponsesRequest } from "@leadline/core/responses"
import { contextSizes } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { truncateText } from "../question-answering/outputText.ts"
import { countryFilter, makePageSearch } from "../question-answering/pageSearch.ts"
import { dropMiddle, readQuestion } from "../question-answering/question.ts"
import { findCitations } from "../question-answering/quotes.ts"
import { readingThought, searchThought, toSearchResult } from "../question-answering/reasoningSteps.ts"
import { answerText, research, type SourcePage } from "../question-answering/research.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { fillSchema, textsOf } from "../structured-output/structuredAnswer.ts"
import { answerFromOutputs, type Conversation } from "./conversation.ts"
import { fetchPage, findUrls } from "./fetchUrl.ts"
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
  /** What was read, in a sentence. */
  readonly thought?: string
  /** Number of calls of each tool, by its key in the usage. */
  readonly calls: { readonly [tool: string]: number }
}

/** The message of a text. Its annotations are the citations of pages; indexes are UTF-16 units, end exclusive. */
const messageOf = (text: string, pages: ReadonlyArray<SourcePage>): OutputItem => ({
  type: "message",
  id: newId("msg"),
  role: "assistant",
  status: "completed",
  content: [
    {
      type: "output_text",
      text,
      annotations: findCitations(text, pages.length).map(({ end, source, start }) => ({
        type: "url_citation",
        start_index: start,
        end_index: end,
        url: pages[source - 1]?.url ?? "",
        title: pages[source - 1]?.title ?? ""
      }))
    }
  ]
})

/** Tokens of a search, at most. */
const maxSearchTokens = 1_000_000

/** Runs a request. The result is a failure when no value satisfies a schema; the effect fails when a service does. */
export const runRequest = Effect.fnUntraced(function* (
  services: AnswerServices,
  request: ResponsesRequest,
  settings: RunSettings,
  { outputs, turns }: Conversation
) {
  const { decisions, lexicon, schemas, search } = services
  const { tools } = settings
  const slicer = makeTimeSlicer()
  const question = yield* slicer.run(readQuestion(lexicon, turns))
  const isAnswered = outputs.length > 0
  const called = isAnswered
    ? undefined
    : yield* callFunctions(services, request.tool_choice, tools, question, turns)
  if (called !== undefined)
    return Result.map(called, (calls): Run => ({ steps: calls.map((item) => ({ item })), calls: {} }))

  const message = dropMiddle(turns.findLast(({ role }) => role === "user")?.text ?? "")
  const fetching = isAnswered ? undefined : tools.find((tool) => tool.type === "fetch_url")
  const urls = fetching === undefined ? [] : findUrls(message, fetching.max_urls ?? 10)
  const pages = yield* Effect.forEach(urls, (url) => fetchPage(search, url, question.text))
  const fetched = pages.filter((page) => page !== undefined)

  const searching = tools.find((tool) => tool.type === "web_search")
  const size = contextSizes[searching?.search_context_size ?? "low"]
  const { count, searchPages } = makePageSearch(
    search,
    {
      ...size,
      ...countryFilter(searching?.user_location),
      ...searching?.filters,
      max_tokens: Math.min(searching?.max_tokens ?? size.max_tokens, maxSearchTokens),
      max_tokens_per_page: Math.min(
        searching?.max_tokens_per_page ?? size.max_tokens_per_page,
        maxSearchTokens
      )
    },
    request.language_preference
  )
  const findings = yield* research({
    question,
    maxQueries: settings.maxQueries,
    searchPolicy:
      searching === undefined || isAnswered || fetched.length > 0
        ? "never"
        : request.tool_choice === "required"
          ? "required"
          : "classify",
    searchPages,
    knownPages: fetched
  })

  const steps: Array<RunStep> = []
  if (urls.length > 0)
    steps.push({
      item: {
        type: "fetch_url_results",
        contents: fetched.map(({ snippet, title, url }) => ({ url, title, snippet }))
      },
      thought:
        fetched.length === urls.length
          ? "Every page was read."
          : `${fetched.length} of ${urls.length} pages could be read.`
    })
  for (const found of findings.searches)
    steps.push({
      item: {
        type: "search_results",
        queries: [found.query],
        results: found.pages.map((page) => ({ id: page.id, ...toSearchResult(findings, page) }))
      },
      thought: searchThought(found)
    })

  const schema = request.response_format?.json_schema.schema
  const text =
    schema === undefined
      ? Result.succeed(isAnswered ? answerFromOutputs(findings, outputs) : answerText(findings))
      : yield* fillSchema(schemas, decisions, schemaNode(schema), textsOf(findings, turns))
  if (Result.isFailure(text)) return Result.fail(text.failure)
  const { text: cut } = truncateText(text.success, request.max_output_tokens)
  return Result.succeed<Run>({
    steps: [...steps, { item: messageOf(cut, schema === undefined ? findings.pages : []) }],
    thought: readingThought(findings),
    calls: { search_web: count(), fetch_url: urls.length }
  })
})

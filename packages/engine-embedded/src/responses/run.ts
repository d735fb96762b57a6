// One run: calls a function, or fetches, searches and composes an answer.
// Source: §2.8, §4.7.
import type * as ApiError from "@leadline/core/errors"
import type { FoundPage, ReadPage, ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { answerText } from "../question-answering/compose.ts"
import { findCitations } from "../question-answering/compose.ts"
import type { Findings, SourcePage } from "../question-answering/findings.ts"
import { truncateText } from "../question-answering/outputText.ts"
import { contextSizes } from "@leadline/core/search"
import { countryFilter, makePageSearch } from "../question-answering/pageSearch.ts"
import { excerpt, readingThought, searchThought } from "../question-answering/reasoningSteps.ts"
import { research } from "../question-answering/research.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { schemaNode } from "@leadline/core/internal"
import { structuredText } from "../structured-output/structuredAnswer.ts"
import type { Conversation } from "./conversation.ts"
import { fetchPage, findUrls, textWithoutUrls } from "./fetchUrl.ts"
import type { FunctionCall, FunctionTool } from "./functionCalls.ts"
import { chooseFunction, makeCall } from "./functionCalls.ts"
import { answerFromOutputs } from "./functionOutputs.ts"
import type { RunSettings } from "./settings.ts"

/** A citation in the text; indexes are UTF-16 units, end exclusive. */
export interface Annotation {
  readonly type: "url_citation"
  readonly start_index: number
  readonly end_index: number
  readonly url: string
  readonly title: string
}

/** One action of a run. `thought` describes it in a sentence. */
export type Action =
  | {
      readonly kind: "search"
      readonly queries: ReadonlyArray<string>
      readonly results: ReadonlyArray<FoundPage>
      readonly thought: string
    }
  | {
      readonly kind: "fetch"
      readonly urls: ReadonlyArray<string>
      readonly contents: ReadonlyArray<ReadPage>
      readonly thought: string
    }
  | { readonly kind: "message"; readonly text: string; readonly annotations: ReadonlyArray<Annotation> }
  | { readonly kind: "call"; readonly call: FunctionCall }

/** The actions of a run, in order. */
export interface Run {
  readonly actions: ReadonlyArray<Action>
  readonly thought?: string
  /** Number of tool calls, by their key in the usage. */
  readonly calls: { readonly search_web: number; readonly fetch_url: number }
}

const isFunction = (tool: RunSettings["tools"][number]): tool is FunctionTool => tool.type === "function"

const toFoundPage = (
  { ranked }: Findings,
  { date, id, last_updated, snippet, title, url }: SourcePage
): FoundPage => ({
  id,
  url,
  title,
  snippet: excerpt(ranked, id, snippet),
  ...(date === undefined ? {} : { date }),
  ...(last_updated === undefined ? {} : { last_updated }),
  source: "web"
})

const message = (text: string, pages: ReadonlyArray<SourcePage>): Action => ({
  kind: "message",
  text,
  annotations: findCitations(text, pages.length).flatMap(({ end, source, start }) => {
    const page = pages[source - 1]
    return page === undefined
      ? []
      : [
          {
            type: "url_citation" as const,
            start_index: start,
            end_index: end,
            url: page.url,
            title: page.title
          }
        ]
  })
})

/** Runs a request. The result is a failure when no value satisfies a schema; the effect fails when a service does. */
export const runRequest: (
  services: AnswerServices,
  request: ResponsesRequest,
  settings: RunSettings,
  conversation: Conversation
) => Effect.Effect<Result.Result<Run, string>, ApiError.ApiError> = Effect.fnUntraced(function* (
  { decisions, lexicon, schemas, search },
  request,
  settings,
  { outputs, turns }
) {
  const { tools } = settings
  const slicer = makeTimeSlicer()
  const question = turns.findLast(({ role }) => role === "user")?.text ?? ""
  const functions = tools.filter(isFunction)
  if (functions.length > 0 && outputs.length === 0) {
    const tool = yield* chooseFunction(lexicon, decisions, request, functions, question)
    if (tool !== undefined)
      return Result.map(yield* makeCall(lexicon, schemas, decisions, tool, turns), (call): Run => ({
        actions: [{ kind: "call", call }],
        calls: { search_web: 0, fetch_url: 0 }
      }))
  }

  const actions: Array<Action> = []
  const knownPages: Array<Omit<SourcePage, "id">> = []
  const fetching = tools.find((tool) => tool.type === "fetch_url")
  const urls =
    fetching === undefined || outputs.length > 0
      ? []
      : yield* slicer.run(findUrls(question, fetching.max_urls ?? 10))
  const asked = urls.length === 0 ? "" : yield* slicer.run(textWithoutUrls(question))
  for (const url of urls) {
    const page = yield* fetchPage(search, url, asked)
    if (page !== undefined) knownPages.push(page)
  }

  const searching = tools.find((tool) => tool.type === "web_search")
  const size = searching?.search_context_size ?? "low"
  const { count, searchPages } = makePageSearch(
    search,
    {
      ...contextSizes[size],
      ...countryFilter(searching?.user_location),
      ...searching?.filters,
      ...(searching?.max_tokens === undefined
        ? {}
        : { max_tokens: Math.min(searching.max_tokens, 1_000_000) }),
      ...(searching?.max_tokens_per_page === undefined
        ? {}
        : { max_tokens_per_page: Math.min(searching.max_tokens_per_page, 1_000_000) })
    },
    request.language_preference?.toLowerCase()
  )
  const wanted = request.tool_choice === "required" ? "required" : "classify"
  const findings = yield* research(lexicon, {
    turns,
    effort: { sentences: 4 + 2 * settings.maxQueries, queries: settings.maxQueries, share: 0.6 },
    searchPolicy: searching === undefined || outputs.length > 0 || knownPages.length > 0 ? "never" : wanted,
    searchPages,
    knownPages
  })

  if (urls.length > 0)
    actions.push({
      kind: "fetch",
      urls,
      contents: knownPages.map(({ snippet, title, url }) => ({ url, title, snippet })),
      thought:
        knownPages.length === urls.length
          ? "Every page was read."
          : `${knownPages.length} of ${urls.length} pages could be read.`
    })
  for (const { pages, query } of findings.searches)
    actions.push({
      kind: "search",
      queries: [query],
      results: pages.map((page) => toFoundPage(findings, page)),
      thought: searchThought(query, pages)
    })

  const schema = request.response_format?.json_schema.schema
  const text =
    schema === undefined
      ? Result.succeed(
          outputs.length > 0 ? yield* slicer.run(answerFromOutputs(findings, outputs)) : answerText(findings)
        )
      : yield* structuredText(schemas, decisions, schemaNode(schema), findings, turns)
  return Result.map(text, (whole): Run => {
    const cut = truncateText(whole, { maxTokens: request.max_output_tokens, stop: [] })
    return {
      actions: [...actions, message(cut.text, schema === undefined ? findings.pages : [])],
      thought: readingThought(findings),
      calls: { search_web: count(), fetch_url: urls.length }
    }
  })
})

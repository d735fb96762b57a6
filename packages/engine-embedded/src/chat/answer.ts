// Produces one chat answer: text, sources, reasoning steps, usage and cost.
// Source: §2.10, §4.10.
import type { ChatRequest, Message, ReasoningStep, SearchResult, Usage } from "@leadline/core/chat"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { citedPages } from "../question-answering/renumberPages.ts"
import { answerText } from "../question-answering/compose.ts"
import type { Findings, SourcePage } from "../question-answering/findings.ts"
import type { FoundImage } from "../question-answering/images.ts"
import { findImages } from "../question-answering/images.ts"
import type { TruncatedText } from "../question-answering/outputText.ts"
import { countAllTokens, countTokens, truncateText } from "../question-answering/outputText.ts"
import { contextSizes } from "@leadline/core/search"
import { countryFilter, makePageSearch } from "../question-answering/pageSearch.ts"
import { chatCost, chatPrices } from "../question-answering/prices.ts"
import type { Turn } from "../question-answering/question.ts"
import { turnTexts } from "../question-answering/question.ts"
import { excerpt, reasoningSteps } from "../question-answering/reasoningSteps.ts"
import { relatedQuestions } from "../question-answering/relatedQuestions.ts"
import { research } from "../question-answering/research.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { schemaNode } from "@leadline/core/internal"
import { refuseUnsupportedSchema } from "@leadline/core/internal"
import { structuredText, unsatisfiableSchema } from "../structured-output/structuredAnswer.ts"
import type { ModelBehavior } from "./models.ts"
import { modelBehavior } from "./models.ts"

/** A chat answer, before it becomes a response body or stream events. */
export interface ChatAnswer {
  readonly id: string
  readonly model: string
  /** Unix seconds. */
  readonly created: number
  readonly truncated: TruncatedText
  readonly mode: ModelBehavior
  readonly steps: ReadonlyArray<ReasoningStep>
  /** Absent without a search. */
  readonly sources?: {
    readonly citations: ReadonlyArray<string>
    readonly search_results: ReadonlyArray<SearchResult>
  }
  readonly images?: ReadonlyArray<FoundImage>
  readonly related?: ReadonlyArray<string>
  readonly usage: Usage
}

/** A page as a search result. Its snippet is an excerpt for the question. */
export const toSearchResult = (
  { ranked }: Findings,
  { date, last_updated, snippet, title, url, id }: SourcePage
): SearchResult => ({
  title,
  url,
  ...(date === undefined ? {} : { date }),
  ...(last_updated === undefined ? {} : { last_updated }),
  snippet: excerpt(ranked, id, snippet),
  source: "web"
})

const schemaPath = ["response_format", "json_schema", "schema"]

/** Messages and parts read per unit of work. */
const speed = 4

/** The text of a message. */
const readText = function* ({ content }: Message): CooperativeTask<string> {
  yield 1 / speed
  if (typeof content === "string" || content === null) return content ?? ""
  const texts: Array<string> = []
  for (const part of content) {
    if (part.type === "text") texts.push(part.text)
    yield 1 / speed
  }
  return texts.join("\n")
}

const turnsOf = function* (messages: ReadonlyArray<Message>): CooperativeTask<ReadonlyArray<Turn>> {
  const turns: Array<Turn> = []
  for (const message of messages) turns.push({ role: message.role, text: yield* readText(message) })
  return turns
}

const searchPolicyOf = ({ disable_search: off, enable_search_classifier: classify }: ChatRequest) =>
  off === true ? "never" : classify === true ? "classify" : "always"

const usageOf = Effect.fnUntraced(function* (
  request: ChatRequest,
  findings: Findings,
  facts: {
    readonly turns: ReadonlyArray<Turn>
    readonly mode: ModelBehavior
    readonly text: string
    readonly searches: number
    readonly steps: ReadonlyArray<ReasoningStep>
  }
) {
  const { mode, searches, steps, text, turns } = facts
  const price = chatPrices[request.model] ?? { input: 0, output: 0 }
  const size = request.web_search_options?.search_context_size ?? "low"
  const slicer = makeTimeSlicer()
  const input = yield* countAllTokens(turnTexts(turns), slicer)
  const output = countTokens(text)
  const counted = mode.reportsTokens
    ? {
        citation: yield* countAllTokens(
          findings.pages.map(({ snippet }) => snippet),
          slicer
        ),
        reasoning: steps.reduce((sum, { thought }) => sum + countTokens(thought), 0)
      }
    : {}
  const searched = searches > 0
  const cost = chatCost(price, {
    input,
    output,
    pro: mode.isProSearch,
    ...counted,
    ...(searched ? { context: size, searches } : {})
  })
  const usage: Usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    cost,
    ...(searched ? { search_context_size: size, num_search_queries: searches } : {}),
    ...(counted.citation === undefined
      ? {}
      : { citation_tokens: counted.citation, reasoning_tokens: counted.reasoning })
  }
  return usage
})

/** Answers a request. Fails when its schema is unsupported, or as the search and decisions services do. */
export const answerChat = Effect.fnUntraced(function* (
  { decisions, lexicon, schemas, search }: AnswerServices,
  request: ChatRequest
) {
  const format = request.response_format
  const schema = format?.type === "json_schema" ? schemaNode(format.json_schema.schema) : undefined
  if (schema !== undefined) yield* refuseUnsupportedSchema(schema, schemaPath)
  const mode = modelBehavior(request)
  const options = request.web_search_options
  const { count, searchPages } = makePageSearch(
    search,
    {
      ...contextSizes[options?.search_context_size ?? "low"],
      ...countryFilter(options?.user_location),
      search_mode: request.search_mode,
      search_domain_filter: request.search_domain_filter,
      search_language_filter: request.search_language_filter,
      search_recency_filter: request.search_recency_filter,
      search_after_date_filter: request.search_after_date_filter,
      search_before_date_filter: request.search_before_date_filter,
      last_updated_after_filter: request.last_updated_after_filter,
      last_updated_before_filter: request.last_updated_before_filter
    },
    request.language_preference?.toLowerCase()
  )
  const slicer = makeTimeSlicer()
  const turns = yield* slicer.run(turnsOf(request.messages))
  const findings = yield* research(lexicon, {
    turns,
    effort: mode.effort,
    searchPolicy: searchPolicyOf(request),
    searchPages
  })
  const structured =
    schema === undefined ? undefined : yield* structuredText(schemas, decisions, schema, findings, turns)
  if (structured !== undefined && Result.isFailure(structured))
    return yield* unsatisfiableSchema(schemaPath, structured.failure)
  const { stop } = request
  const truncated = truncateText(structured?.success ?? answerText(findings), {
    maxTokens: request.max_tokens ?? undefined,
    stop: typeof stop === "string" ? [stop] : (stop ?? [])
  })
  const steps = reasoningSteps(findings, (page) => toSearchResult(findings, page))
  const searched = count() > 0
  // Structured output has no citation marks: it cites the pages that the plain answer would cite.
  const cited = citedPages(structured === undefined ? truncated.text : answerText(findings), findings.pages)
  const related =
    request.return_related_questions === true
      ? yield* slicer.run(relatedQuestions(lexicon, findings, cited))
      : []
  const made: ChatAnswer = {
    id: SecureRandom.uuidV4Unsafe(),
    model: request.model,
    created: Math.floor((yield* Clock.currentTimeMillis) / 1000),
    truncated,
    mode,
    steps,
    ...(searched
      ? {
          sources: {
            citations: cited.map(({ url }) => url),
            search_results: findings.pages.map((page) => toSearchResult(findings, page))
          }
        }
      : {}),
    ...(request.return_images === true
      ? {
          images: findImages(findings.pages, {
            formats: request.image_format_filter ?? [],
            domains: request.image_domain_filter ?? []
          })
        }
      : {}),
    ...(related.length > 0 ? { related } : {}),
    usage: yield* usageOf(request, findings, { turns, mode, steps, text: truncated.text, searches: count() })
  }
  return made
})

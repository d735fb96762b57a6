// Answers a chat request: text, sources, reasoning steps and usage.
// Source: §2.10, §4.10; Assumed: ours, how often each model searches.
import type { ChatChunk, ChatCompletion, ChatRequest, Usage } from "@leadline/core/chat"
import * as Core from "@leadline/core/internal"
import { contextSizes } from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readTurns } from "../question-answering/conversation.ts"
import { isSmallTalk, readQuestion } from "../question-answering/question.ts"
import { findCitations } from "../question-answering/quotes.ts"
import { answerText, reasoningSteps, research, toSearchResult } from "../question-answering/research.ts"
import { type AnswerServices, countryFilter, readPages } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { fillSchema, textsOf } from "../structured-output/structuredAnswer.ts"
import { countTokens, truncateText } from "../text/estimateTokens.ts"

export const noCost = { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }

export const assistant = (content: string) => ({ role: "assistant" as const, content })

/** Searches of deep research, at most, by effort. */
const deepResearchQueries = { minimal: 2, low: 3, medium: 5, high: 8 } as const

/** How a model answers: its searches, at most, and its reasoning in a concise stream: every step, only its end, or none. */
const behaviorOf = ({ model, reasoning_effort: effort, web_search_options: options }: ChatRequest) => {
  if (model === "sonar-deep-research")
    return { maxQueries: deepResearchQueries[effort ?? "medium"], reasoning: "end" } as const
  if (model === "sonar-reasoning-pro" || (model === "sonar-pro" && options?.search_type === "pro"))
    return { maxQueries: 3, reasoning: "steps" } as const
  return { maxQueries: model === "sonar-pro" ? 2 : 1, reasoning: "none" } as const
}

const schemaPath = ["response_format", "json_schema", "schema"]

/** Answers a request. Fails when its schema is unsupported, or as the search and decisions services do. */
export const answerChat = Effect.fnUntraced(function* (
  { decisions, lexicon, schemas, search }: AnswerServices,
  request: ChatRequest
) {
  const slicer = makeTimeSlicer()
  const { tokens, turns, types } = yield* slicer.run(readTurns(request.messages))
  // There is one notice per response; files go before images.
  const hasFiles = ["file_url", "pdf_url", "video_url"].some((type) => types.has(type))
  if (hasFiles || types.has("image_url")) yield* Core.addNotice(hasFiles ? "files-ignored" : "images-ignored")
  const format = request.response_format
  const schema = format?.type === "json_schema" ? Core.schemaNode(format.json_schema.schema) : undefined
  if (schema !== undefined) yield* Core.refuseUnsupportedSchema(schema, schemaPath)
  const { maxQueries, reasoning } = behaviorOf(request)
  const options = request.web_search_options
  const context = options?.search_context_size ?? "low"
  const filters = {
    ...contextSizes[context],
    ...countryFilter(options?.user_location),
    search_mode: request.search_mode,
    search_domain_filter: request.search_domain_filter,
    search_language_filter: request.search_language_filter,
    search_recency_filter: request.search_recency_filter,
    search_after_date_filter: request.search_after_date_filter,
    search_before_date_filter: request.search_before_date_filter,
    last_updated_after_filter: request.last_updated_after_filter,
    last_updated_before_filter: request.last_updated_before_filter
  }
  const searchPages = (query: string) => readPages(search, query, filters)
  const question = yield* slicer.run(readQuestion(lexicon, turns))
  const isClassified = request.enable_search_classifier === true || isSmallTalk(question.whole.text)
  const searchPolicy = request.disable_search === true ? "never" : isClassified ? "wanted" : "always"
  const findings = yield* research({ question, maxQueries, searchPolicy, searchPages })
  const structured =
    schema === undefined ? undefined : yield* fillSchema(schemas, decisions, schema, textsOf(findings, turns))
  if (structured !== undefined && Result.isFailure(structured))
    return yield* Core.schemaError(schemaPath, { path: [], message: structured.failure })

  // The pages in the order of their citation, then the others.
  const chosen = findings.chosen.flatMap(({ passage }) => findings.pages[passage.source - 1] ?? [])
  const pages = [...new Set([...chosen, ...findings.pages])]
  const quoted = answerText(findings, (source) => pages.findIndex(({ id }) => id === source) + 1)
  const limited = truncateText(structured?.success ?? quoted, request.max_tokens ?? undefined)
  const text = yield* Core.untilStop(limited.text, Core.stopSequences(request.stop))
  const steps = reasoningSteps(findings)
  // Structured output has no citation marks: it cites the pages that the plain answer would cite.
  const marks = findCitations(structured === undefined ? text : quoted, pages.length)
  const cited = new Set(marks.map(({ source }) => source)).size
  const searches = findings.searches.length
  const tokensOf = (texts: ReadonlyArray<string>) => slicer.run(countTokens(texts))
  const output = yield* tokensOf([text])
  const completion: ChatCompletion & Pick<ChatChunk, "choices"> & { readonly usage: Usage } = {
    id: SecureRandom.uuidV4Unsafe(),
    model: request.model,
    created: Math.floor((yield* Clock.currentTimeMillis) / 1000),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        finish_reason: text === limited.text ? limited.reason : "stop",
        message: assistant(text),
        delta: assistant("")
      }
    ],
    ...(searches > 0 && {
      citations: pages.slice(0, cited).map(({ url }) => url),
      search_results: pages.map((page) => toSearchResult(findings, page))
    }),
    // Pages are read as text, which has no images; and the engine writes no questions of its own.
    ...(request.return_images === true && { images: [] }),
    ...(request.return_related_questions === true && { related_questions: [] }),
    usage: {
      prompt_tokens: tokens,
      completion_tokens: output,
      total_tokens: tokens + output,
      cost: noCost,
      ...(searches > 0 && { search_context_size: context, num_search_queries: searches }),
      ...(request.model === "sonar-deep-research" && {
        citation_tokens: yield* tokensOf(pages.map(({ snippet }) => snippet)),
        reasoning_tokens: yield* tokensOf(steps.map(({ thought }) => thought))
      })
    }
  }
  return { completion, text, steps, reasoning }
})

/** A chat answer: a completion, and what only a stream shows. */
export type ChatAnswer = Effect.Success<ReturnType<typeof answerChat>>

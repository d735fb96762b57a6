// Answers a chat request: text, sources, reasoning steps and usage.
// Source: §2.10, §4.10.
import type { ChatChunk, ChatCompletion, ChatRequest, ReasoningStep, Usage } from "@leadline/core/chat"
import {
  addNotice,
  refuseUnsupportedSchema,
  schemaError,
  schemaNode,
  stopSequences,
  untilStop
} from "@leadline/core/internal"
import { contextSizes } from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { countTokens, truncateText } from "../question-answering/outputText.ts"
import { countryFilter, makePageSearch } from "../question-answering/pageSearch.ts"
import { readQuestion, type Turn } from "../question-answering/question.ts"
import { findCitations } from "../question-answering/quotes.ts"
import { reasoningSteps, toSearchResult } from "../question-answering/reasoningSteps.ts"
import { answerText, type Findings, research } from "../question-answering/research.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { readMessage } from "../question-answering/readMessage.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { fillSchema, textsOf } from "../structured-output/structuredAnswer.ts"
import { type ModelBehavior, modelBehavior } from "./models.ts"

/** A chat answer: a completion, and what only a stream shows. */
export interface ChatAnswer {
  readonly completion: ChatCompletion & Pick<ChatChunk, "choices"> & { readonly usage: Usage }
  readonly text: string
  readonly steps: ReadonlyArray<ReasoningStep>
  readonly reasoning: ModelBehavior["reasoning"]
}

/** The engine costs nothing. */
export const noCost = { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }

/** A message or delta of the assistant. */
export const assistant = (content: string) => ({ role: "assistant" as const, content })

const schemaPath = ["response_format", "json_schema", "schema"]

/** The pages in the order of their citation, then the others. */
const byCitation = ({ chosen, pages }: Findings) => {
  const cited = new Set(chosen.flatMap(({ passage }) => pages[passage.source - 1] ?? []))
  return [...cited, ...pages.filter((page) => !cited.has(page))]
}

/** Answers a request. Fails when its schema is unsupported, or as the search and decisions services do. */
export const answerChat = Effect.fnUntraced(function* (
  { decisions, lexicon, schemas, search }: AnswerServices,
  request: ChatRequest
) {
  const slicer = makeTimeSlicer()
  const turns: Array<Turn> = []
  const types = new Set<string>()
  for (const message of request.messages) turns.push(yield* slicer.run(readMessage(message, types)))
  // There is one notice per response; files go before images.
  if (["file_url", "pdf_url", "video_url"].some((type) => types.has(type))) yield* addNotice("files-ignored")
  else if (types.has("image_url")) yield* addNotice("images-ignored")
  const format = request.response_format
  const schema = format?.type === "json_schema" ? schemaNode(format.json_schema.schema) : undefined
  if (schema !== undefined) yield* refuseUnsupportedSchema(schema, schemaPath)
  const { maxQueries, reasoning } = modelBehavior(request)
  const options = request.web_search_options
  const context = options?.search_context_size ?? "low"
  const { count, searchPages } = makePageSearch(
    search,
    {
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
    },
    request.language_preference ?? undefined
  )
  const classified = request.enable_search_classifier === true ? "classify" : "always"
  const findings = yield* research({
    question: yield* slicer.run(readQuestion(lexicon, turns)),
    maxQueries,
    searchPolicy: request.disable_search === true ? "never" : classified,
    searchPages
  })
  const structured =
    schema === undefined ? undefined : yield* fillSchema(schemas, decisions, schema, textsOf(findings, turns))
  if (structured !== undefined && Result.isFailure(structured))
    return yield* schemaError(schemaPath, { path: [], message: structured.failure })

  const pages = byCitation(findings)
  const quoted = answerText(findings, (source) => pages.findIndex(({ id }) => id === source) + 1)
  const limited = truncateText(structured?.success ?? quoted, request.max_tokens ?? undefined)
  const text = yield* untilStop(limited.text, stopSequences(request.stop))
  const steps = reasoningSteps(findings)
  // Structured output has no citation marks: it cites the pages that the plain answer would cite.
  const marks = findCitations(structured === undefined ? text : quoted, pages.length)
  const cited = new Set(marks.map(({ source }) => source)).size
  const input = yield* slicer.run(countTokens(turns.map((turn) => turn.text)))
  const output = yield* slicer.run(countTokens([text]))
  const completion: ChatAnswer["completion"] = {
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
    ...(count() > 0 && {
      citations: pages.slice(0, cited).map(({ url }) => url),
      search_results: pages.map((page) => toSearchResult(findings, page))
    }),
    // Pages are read as text, which has no images; and the engine writes no questions of its own.
    ...(request.return_images === true && { images: [] }),
    ...(request.return_related_questions === true && { related_questions: [] }),
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      cost: noCost,
      ...(count() > 0 && { search_context_size: context, num_search_queries: count() }),
      ...(request.model === "sonar-deep-research" && {
        citation_tokens: yield* slicer.run(countTokens(pages.map(({ snippet }) => snippet))),
        reasoning_tokens: yield* slicer.run(countTokens(steps.map(({ thought }) => thought)))
      })
    }
  }
  const answer: ChatAnswer = { completion, text, steps, reasoning }
  return answer
})

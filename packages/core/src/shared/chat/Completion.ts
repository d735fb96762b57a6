// The body of a chat answer, and the parts its stream shares with it. Open: unknown fields are kept.
// Source: §2.10; further fields are Assumed: OAS.
import * as Schema from "effect/Schema"
import { open, openEnum } from "../open.ts"

/** A field that may be absent or null. */
const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Why it ended. null: it has not. `stop` also for a stop string. */
export const FinishReason = openEnum(["stop", "length"])

/** One page found. Assumed: OAS. `snippet` is empty and `source` web where absent; unknown dates are left out. */
export const SearchResult = open({
  title: Schema.String,
  url: Schema.String,
  date: maybe(Schema.String),
  last_updated: maybe(Schema.String),
  snippet: maybe(Schema.String),
  source: maybe(openEnum(["web", "attachment"]))
})

/** {@link SearchResult}, readonly. */
export type SearchResult = typeof SearchResult.Type

/** One image found. Sides in pixels. */
export const Image = open({
  image_url: maybe(Schema.String),
  origin_url: maybe(Schema.String),
  title: maybe(Schema.String),
  width: maybe(Schema.Finite),
  height: maybe(Schema.Finite)
})

/** {@link Image}, readonly. */
export type Image = typeof Image.Type

/** What an answer costs, in USD. Parts that do not apply are absent. */
export const Cost = open({
  input_tokens_cost: Schema.Finite,
  output_tokens_cost: Schema.Finite,
  total_cost: Schema.Finite,
  reasoning_tokens_cost: maybe(Schema.Finite),
  request_cost: maybe(Schema.Finite),
  citation_tokens_cost: maybe(Schema.Finite),
  search_queries_cost: maybe(Schema.Finite)
})

/** {@link Cost}, readonly. */
export type Cost = typeof Cost.Type

/** Tokens and searches counted. In a stream: so far, not a difference. */
export const Usage = open({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  cost: maybe(Cost),
  search_context_size: maybe(openEnum(["low", "medium", "high"])),
  citation_tokens: maybe(Count),
  num_search_queries: maybe(Count),
  reasoning_tokens: maybe(Count)
})

/** {@link Usage}, readonly. */
export type Usage = typeof Usage.Type

/** One step of reasoning. Assumed: OAS. Beyond the thought it holds what the step did. */
export const ReasoningStep = open({ thought: Schema.String, type: maybe(Schema.String) })

/** {@link ReasoningStep}, readonly. */
export type ReasoningStep = typeof ReasoningStep.Type

/** What the assistant says. */
export const AnswerMessage = open({
  role: Schema.optionalKey(openEnum(["assistant"])),
  content: Schema.String,
  reasoning_steps: maybe(Schema.Array(ReasoningStep))
})

/** What one event adds to the answer. */
export const Delta = open({
  role: maybe(openEnum(["assistant"])),
  content: maybe(Schema.String),
  reasoning_steps: maybe(Schema.Array(ReasoningStep))
})

/** What an answer and every event of a stream carry. */
export const common = {
  id: Schema.String,
  model: Schema.String,
  /** Unix seconds. */
  created: Schema.Int,
  usage: maybe(Usage),
  /** Addresses of sources: `[n]` in the text points at the nth. */
  citations: maybe(Schema.Array(Schema.String)),
  search_results: maybe(Schema.Array(SearchResult)),
  images: maybe(Schema.Array(Image)),
  related_questions: maybe(Schema.Array(Schema.String))
} as const

/** One of the answers; there is one, of index 0. */
export const Choice = open({
  index: Schema.Int,
  finish_reason: maybe(FinishReason),
  message: AnswerMessage,
  delta: maybe(Delta)
})

/** A chat answer. `object` is `chat.completion` where absent. */
export const ChatCompletion = open({
  ...common,
  object: Schema.optionalKey(Schema.String),
  choices: Schema.Array(Choice).check(Schema.isMinLength(1, { expected: "at least one choice" }))
})

/** {@link ChatCompletion}, readonly. */
export type ChatCompletion = typeof ChatCompletion.Type

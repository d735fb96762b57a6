// The chat response, and the parts that its stream shares. Open: unknown fields are kept.
// Source: §2.10; further fields are Assumed: OAS.
import * as Schema from "effect/Schema"
import { ofLength, within } from "../checks.ts"
import { open, openEnum, optionalOrNull } from "../open.ts"

const Count = Schema.Int.check(within({ min: 0 }))

/** Why it ended. null: it has not. `stop` also for a stop string. */
export const FinishReason = openEnum(["stop", "length"])

// Assumed: OAS.
/** A page found. `snippet` is empty and `source` web where absent; unknown dates are left out. */
export const SearchResult = open({
  title: Schema.String,
  url: Schema.String,
  /** Day of publication, `YYYY-MM-DD`. */
  date: optionalOrNull(Schema.String),
  /** Day of the last change, `YYYY-MM-DD`. */
  last_updated: optionalOrNull(Schema.String),
  /** What the page says about the question. */
  snippet: optionalOrNull(Schema.String),
  /** Where it was found. */
  source: optionalOrNull(openEnum(["web", "attachment"]))
})

/** {@link SearchResult}, readonly. */
export interface SearchResult extends Schema.Schema.Type<typeof SearchResult> {}

/** An image found, with its size in pixels. */
export const Image = open({
  /** Address of the image itself. */
  image_url: optionalOrNull(Schema.String),
  /** Address of the page that shows it. */
  origin_url: optionalOrNull(Schema.String),
  title: optionalOrNull(Schema.String),
  width: optionalOrNull(Schema.Finite),
  height: optionalOrNull(Schema.Finite)
})

/** {@link Image}, readonly. */
export interface Image extends Schema.Schema.Type<typeof Image> {}

/** The cost of a response in USD. Parts that do not apply are absent. */
export const Cost = open({
  /** For `prompt_tokens`. */
  input_tokens_cost: Schema.Finite,
  /** For `completion_tokens`. */
  output_tokens_cost: Schema.Finite,
  /** The sum of all parts. */
  total_cost: Schema.Finite,
  /** For `reasoning_tokens`. */
  reasoning_tokens_cost: optionalOrNull(Schema.Finite),
  /** The fee of the request, by `search_context_size`. */
  request_cost: optionalOrNull(Schema.Finite),
  /** For `citation_tokens`. */
  citation_tokens_cost: optionalOrNull(Schema.Finite),
  /** For `num_search_queries`. */
  search_queries_cost: optionalOrNull(Schema.Finite)
})

/** {@link Cost}, readonly. */
export interface Cost extends Schema.Schema.Type<typeof Cost> {}

/** Tokens and searches used. In a stream: so far, not since the last event. */
export const Usage = open({
  /** Tokens of the messages of the request. */
  prompt_tokens: Count,
  /** Tokens of the answer. */
  completion_tokens: Count,
  /** `prompt_tokens` and `completion_tokens` together. */
  total_tokens: Count,
  /** USD so far. */
  cost: optionalOrNull(Cost),
  /** How much of the pages was read; absent without a search. */
  search_context_size: optionalOrNull(openEnum(["low", "medium", "high"])),
  /** Tokens of the pages found, for models that bill them. */
  citation_tokens: optionalOrNull(Count),
  /** Searches made; absent without a search. */
  num_search_queries: optionalOrNull(Count),
  /** Tokens of the reasoning steps, for models that bill them. */
  reasoning_tokens: optionalOrNull(Count)
})

/** {@link Usage}, readonly. */
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

// Assumed: OAS.
/** One step of reasoning: the thought, and what the step did. */
export const ReasoningStep = open({ thought: Schema.String, type: optionalOrNull(Schema.String) })

/** {@link ReasoningStep}, readonly. */
export interface ReasoningStep extends Schema.Schema.Type<typeof ReasoningStep> {}

/** What the assistant says. */
export const AnswerMessage = open({
  role: Schema.optionalKey(openEnum(["assistant"])),
  /** The text. `[n]` refers to the nth of `citations`. */
  content: Schema.String,
  /** The steps before the answer. */
  reasoning_steps: optionalOrNull(Schema.Array(ReasoningStep))
})

/** What an event adds to the answer. */
export const Delta = open({
  role: optionalOrNull(openEnum(["assistant"])),
  /** The next part of the text: append it. */
  content: optionalOrNull(Schema.String),
  /** Steps since the event before. */
  reasoning_steps: optionalOrNull(Schema.Array(ReasoningStep))
})

/** The fields of a response and of every event of a stream. */
export const common = {
  /** The id of the response; the same in every event of a stream. */
  id: Schema.String,
  /** The model used. */
  model: Schema.String,
  /** Unix seconds. */
  created: Schema.Int,
  /** Tokens, searches and cost. In a stream: so far. */
  usage: optionalOrNull(Usage),
  /** Addresses of sources: `[n]` in the text refers to the nth. */
  citations: optionalOrNull(Schema.Array(Schema.String)),
  /** The pages behind `citations`, in the same order. */
  search_results: optionalOrNull(Schema.Array(SearchResult)),
  /** Images found, with `return_images`. */
  images: optionalOrNull(Schema.Array(Image)),
  /** Questions to ask next, with `return_related_questions`. */
  related_questions: optionalOrNull(Schema.Array(Schema.String))
} as const

/** One of the answers; there is one, of index 0. */
export const Choice = open({
  index: Schema.Int,
  /** Why it ended: `stop`, or `length` at `max_tokens`. */
  finish_reason: optionalOrNull(FinishReason),
  /** The answer. */
  message: AnswerMessage,
  /** Only used in streams: read `message` instead. */
  delta: optionalOrNull(Delta)
})

/** A chat response. `object` is `chat.completion` where absent. */
export const ChatCompletion = open({
  ...common,
  object: Schema.optionalKey(Schema.String),
  /** One, of index 0. */
  choices: Schema.Array(Choice).check(ofLength({ min: 1 }, "choice"))
})

/** {@link ChatCompletion}, readonly. */
export interface ChatCompletion extends Schema.Schema.Type<typeof ChatCompletion> {}

// The chat request. Closed: unknown fields are an error.
// Source: §4.10, §8; sub-fields of options and formats are Assumed: OAS.
import * as Schema from "effect/Schema"
import { ofLength, within } from "../checks.ts"
import { JsonSchema } from "../JsonSchema.ts"
import { LanguageCode } from "../LanguageCode.ts"
import { searchFilters, window } from "../SearchFilters.ts"
import * as limits from "./limits.ts"
import { Message } from "./Message.ts"
import type { Mistake } from "../CompilerMessage.ts"
import { modelOf } from "../models.ts"
import { optionalOrNull } from "../open.ts"

/** The models of chat. Clients send other names too; the server knows which ones exist. */
export const ChatModel = modelOf(["sonar", "sonar-pro", "sonar-deep-research", "sonar-reasoning-pro"])

/** {@link ChatModel}. */
export type ChatModel = typeof ChatModel.Type

/** How much of the pages found is read; it determines the request fee. Default low. */
export const ContextSize = Schema.Literals(["low", "medium", "high"])

/** {@link ContextSize}. */
export type ContextSize = typeof ContextSize.Type

// Assumed: OAS.
/** Where the user is. */
export const UserLocation = Schema.Struct({
  /** Degrees north. */
  latitude: Schema.optionalKey(Schema.Finite),
  /** Degrees east. */
  longitude: Schema.optionalKey(Schema.Finite),
  /** ISO 3166-1, two letters. */
  country: Schema.optionalKey(Schema.String),
  /** A state, or another part of the country. */
  region: Schema.optionalKey(Schema.String),
  /** The name of the city. */
  city: Schema.optionalKey(Schema.String)
})

// Assumed: OAS.
/** How the web is searched. */
export const WebSearchOptions = Schema.Struct({
  /** How much of the pages found is read; it determines the request fee. Default low. */
  search_context_size: Schema.optionalKey(ContextSize),
  /** `pro` searches in several steps, with `sonar-pro`. */
  search_type: optionalOrNull(Schema.Literals(["fast", "pro", "auto"])),
  /** Where the user is. */
  user_location: Schema.optionalKey(UserLocation),
  /** Return more relevant images. Default false. */
  image_results_enhanced_relevance: Schema.optionalKey(Schema.Boolean)
})

// Assumed: OAS.
/** Text, or JSON of a given schema, where only `schema` is required. */
export const ResponseFormat = Schema.Union([
  Schema.Struct({ type: Schema.Literal("text") }),
  Schema.Struct({
    type: Schema.Literal("json_schema"),
    /** The schema, with a name. */
    json_schema: Schema.Struct({
      /** A JSON Schema object. */
      schema: JsonSchema,
      /** The name of the format. */
      name: Schema.optionalKey(Schema.String),
      /** What the answer is, for the model. */
      description: Schema.optionalKey(Schema.String),
      /** Enforce the schema in every part. Default true. */
      strict: Schema.optionalKey(Schema.Boolean)
    })
  })
]).annotate({ expected: "a format of type text or json_schema" })

/** {@link ResponseFormat}, readonly. */
export type ResponseFormat = typeof ResponseFormat.Type

/** How much the model reasons. */
export const ReasoningEffort = Schema.Literals(["minimal", "low", "medium", "high"])

const conversation = Schema.Array(Message).check(
  ofLength(limits.messages, "message"),
  // Assumed: ours.
  Schema.makeFilter((messages: ReadonlyArray<Message>) =>
    messages.some(({ role }) => role === "user") ? undefined : "Expected a message with the role user"
  )
)

const stopText = Schema.String.check(ofLength({ max: limits.stop.characters }, "characters"))

/** One text at which an answer ends, or several. */
export const Stop = Schema.Union([
  stopText,
  Schema.Array(stopText).check(ofLength({ max: limits.stop.texts }, "texts"))
]).annotate({
  expected: `a string or an array of strings: at most ${limits.stop.texts}, of at most ${limits.stop.characters} characters`
})

/** A chat request. Where null is allowed it counts as absent. */
export const ChatRequest = Schema.Struct({
  /** The model to use. */
  model: ChatModel,
  /** The conversation; at least one message is the user's. */
  messages: conversation,
  /** The most tokens of the answer, 1 to 128,000. */
  max_tokens: optionalOrNull(Schema.Int.check(within(limits.maxTokens, "a whole number"))),
  /** Server-sent events instead of one answer. */
  stream: optionalOrNull(Schema.Boolean),
  /** Where generation stops; the string itself is no part of the answer. */
  stop: Schema.optionalKey(Stop),
  /** Randomness, 0 to 2. */
  temperature: optionalOrNull(Schema.Finite.check(within(limits.temperature))),
  /** Nucleus sampling: the share of likely tokens to sample from, 0 to 1. */
  top_p: optionalOrNull(Schema.Finite.check(within(limits.topP))),
  /** JSON of a given schema. Default: text. */
  response_format: Schema.optionalKey(ResponseFormat),
  /** How the web is searched. */
  web_search_options: Schema.optionalKey(WebSearchOptions),
  ...searchFilters,
  /** Return images found. Default false. */
  return_images: optionalOrNull(Schema.Boolean),
  /** Return questions to ask next. Default false. */
  return_related_questions: optionalOrNull(Schema.Boolean),
  /** Let a classifier decide whether search is needed. */
  enable_search_classifier: optionalOrNull(Schema.Boolean),
  /** Answer without a search. Default false. */
  disable_search: optionalOrNull(Schema.Boolean),
  /** Formats of images to return. */
  image_format_filter: optionalOrNull(Schema.Array(Schema.String)),
  /** Domains of images to return. */
  image_domain_filter: optionalOrNull(Schema.Array(Schema.String)),
  /** `full`: metadata in the chunks. `concise`: reasoning in events of its own. */
  stream_mode: Schema.optionalKey(Schema.Literals(["full", "concise"])),
  /** How much the model reasons. */
  reasoning_effort: optionalOrNull(ReasoningEffort),
  /** The language of the answer, ISO 639-1. */
  language_preference: optionalOrNull(LanguageCode),
  // Assumed: clients.
  /** For engines that support it. */
  top_k: Schema.optionalKey(Schema.Finite),
  // Assumed: clients.
  /** For engines that support it. */
  frequency_penalty: Schema.optionalKey(Schema.Finite),
  // Assumed: clients.
  /** For engines that support it. */
  presence_penalty: Schema.optionalKey(Schema.Finite),
  // Assumed: clients.
  /** There is always one answer. */
  n: Schema.optionalKey(Schema.Literal(1))
}).check(window)

/** A chat request as it is sent. */
export interface SentChatRequest extends Schema.Schema.Type<typeof ChatRequest> {}

/** A chat request as callers write it. Streaming is a method of its own, which sets `stream`. */
export interface ChatRequest extends Omit<SentChatRequest, "stream"> {
  /** The conversation; at least one message is the user's. */
  readonly messages: ReadonlyArray<Message>
  /** Leave it out: `create` gives the whole answer, `stream` its events. */
  readonly stream?: false & Mistake<"leave it out: chat.stream gives events, chat.create the whole answer">
}

// Requests and responses of responses.
// Source: §2.8, §4.7; fields the document does not name are Assumed: OAS.
import * as Schema from "effect/Schema"
import { JsonSchema } from "../../schema/JsonSchema.ts"
import { matching, notEmpty, ofLength, within } from "../../schema/checks.ts"
import { LanguageCode } from "../../schema/LanguageCode.ts"
import { modelName } from "../../schema/models.ts"
import type { Mistake } from "../../schema/CompilerMessage.ts"
import { open, openEnum, optionalOrNull } from "../../schema/open.ts"
import { Input } from "./input.ts"
import * as limits from "./limits.ts"
import { OutputItem } from "./output.ts"
import type { PresetName } from "./presets.ts"
import { Tool } from "./tools.ts"

const NotEmpty = Schema.String.check(notEmpty("a name that is not empty"))

// Assumed: ours.
/**
 * A model as provider and name, or a name that is configured at the server; the engine knows which ones exist. Each part
 * has at most 255 characters.
 */
export const ModelId = modelName(
  Schema.String.check(
    matching(/^[^/\s]{1,255}\/\S{1,255}$/, "a model written provider/model, such as perplexity/sonar")
  )
)

/** A named JSON Schema. */
export const NamedJsonSchema = Schema.Struct({
  /** The name of the format. */
  name: Schema.String.check(ofLength(limits.formatName, "characters")),
  /** A JSON Schema object. */
  schema: JsonSchema,
  /** What the answer is, for the model. */
  description: Schema.optionalKey(Schema.String),
  /** Enforce the schema in every part. */
  strict: Schema.optionalKey(Schema.Boolean)
})

// Assumed: docs.
/** JSON of a given schema. */
export const OutputFormat = Schema.Struct({
  type: Schema.Literal("json_schema"),
  /** The schema, with a name. */
  json_schema: NamedJsonSchema
})

/** {@link OutputFormat}, readonly. */
export interface OutputFormat extends Schema.Schema.Type<typeof OutputFormat> {}

// Assumed: clients.
/** Whether a function is called, and which one. */
export const ToolChoice = Schema.Union([
  Schema.Literals(["auto", "none", "required"]),
  Schema.Struct({
    type: Schema.Literal("function"),
    /** The name of the function. */
    name: NotEmpty
  })
]).annotate({ expected: "auto, none, required or a function by name" })

// Assumed: ours.
/**
 * A responses request. Closed: unknown fields are an error. `models` takes precedence over `model`; without
 * `model`, `models` and `preset` the engine's default preset is used.
 */
export const ResponsesRequest = Schema.Struct({
  /** Text, or the items of a conversation. */
  input: Input,
  /** Provider and model, as `openai/gpt-5`. */
  model: Schema.optionalKey(ModelId),
  /** Tried in order until one succeeds; takes precedence over `model`. */
  models: Schema.optionalKey(Schema.Array(ModelId).check(ofLength(limits.models, "models"))),
  /** A named configuration: model, steps, tools and instructions. Fields of the request override it. */
  preset: Schema.optionalKey(NotEmpty as unknown as Schema.Codec<PresetName>),
  /** The most steps of tool use. Default: that of the preset. */
  max_steps: Schema.optionalKey(Schema.Int.check(within(limits.maxSteps, "a whole number"))),
  /** Server-sent events instead of one answer. */
  stream: Schema.optionalKey(Schema.Boolean),
  // Assumed: docs.
  /** System instructions; they replace those of the preset. */
  instructions: Schema.optionalKey(Schema.String),
  /** The language of the answer, ISO 639-1. */
  language_preference: Schema.optionalKey(LanguageCode),
  /** The most tokens of the answer. */
  max_output_tokens: Schema.optionalKey(Schema.Int.check(within(limits.maxOutputTokens, "a whole number"))),
  // Assumed: OAS; the first and last effort are Assumed: clients.
  /** How much the model reasons. */
  reasoning: Schema.optionalKey(
    Schema.Struct({
      /** How much the model reasons. */
      effort: Schema.optionalKey(Schema.Literals(["minimal", "low", "medium", "high", "xhigh"]))
    })
  ),
  /** JSON of a given schema. Default: text. */
  response_format: Schema.optionalKey(OutputFormat),
  /** Tools in addition to those of the preset; one of the same type replaces it. */
  tools: Schema.optionalKey(Schema.Array(Tool)),
  // Assumed: clients.
  /** Randomness, 0 to 2. */
  temperature: Schema.optionalKey(Schema.Finite.check(within(limits.temperature))),
  // Assumed: clients.
  /** Nucleus sampling: the share of likely tokens to sample from, 0 to 1. */
  top_p: Schema.optionalKey(Schema.Finite.check(within(limits.topP))),
  /** Whether a function is called, or which one. Default `auto`. */
  tool_choice: Schema.optionalKey(ToolChoice)
})

/** A responses request as it is sent. */
export interface SentResponsesRequest extends Schema.Schema.Type<typeof ResponsesRequest> {}

/** A responses request as callers write it. Streaming is a method of its own, which sets `stream`. */
export interface ResponsesRequest extends Omit<SentResponsesRequest, "stream"> {
  /** Text, or the items of a conversation. */
  readonly input: Input
  /** Tools in addition to those of the preset; one of the same type replaces it. */
  readonly tools?: ReadonlyArray<Tool>
  /** Leave it out: `create` gives the whole answer, `stream` its events. */
  readonly stream?: false &
    Mistake<"leave it out: responses.stream gives events, responses.create the whole answer">
}

const Count = Schema.Int.check(within({ min: 0 }))

/** The cost of a response in USD. */
export const Cost = open({
  currency: optionalOrNull(openEnum(["USD"])),
  /** For `input_tokens`. */
  input_cost: Schema.Finite,
  /** For `output_tokens`. */
  output_cost: Schema.Finite,
  /** The sum of all parts. */
  total_cost: Schema.Finite,
  /** For input written to a cache. */
  cache_creation_cost: optionalOrNull(Schema.Finite),
  /** For input read from a cache. */
  cache_read_cost: optionalOrNull(Schema.Finite),
  /** For the calls in `tool_calls_details`. */
  tool_calls_cost: optionalOrNull(Schema.Finite)
})

/** {@link Cost}, readonly. */
export interface Cost extends Schema.Schema.Type<typeof Cost> {}

// Assumed: seen.
/** Tokens and tool calls used; `tool_calls_details` is by tool, for example `search_web`. */
export const Usage = open({
  input_tokens: Count,
  output_tokens: Count,
  /** `input_tokens` and `output_tokens` together. */
  total_tokens: Count,
  cost: optionalOrNull(Cost),
  /** The part of the input that went through a cache. */
  input_tokens_details: optionalOrNull(
    open({
      cache_creation_input_tokens: optionalOrNull(Count),
      cache_read_input_tokens: optionalOrNull(Count)
    })
  ),
  /** Calls of each tool, as `invocation`. */
  tool_calls_details: optionalOrNull(
    Schema.Record(Schema.String, open({ invocation: optionalOrNull(Count) }))
  )
})

/** {@link Usage}, readonly. */
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

/** Why a run failed. */
export const RunError = open({
  /** For people. */
  message: Schema.String,
  code: optionalOrNull(Schema.Union([Schema.String, Schema.Int])),
  type: optionalOrNull(Schema.String)
})

/** {@link RunError}, readonly. */
export interface RunError extends Schema.Schema.Type<typeof RunError> {}

/**
 * The state of a run; all but `in_progress` are final. `requires_action`: the output has a function call; send a new
 * request with the conversation, the call and its output.
 */
export const Status = openEnum(["completed", "failed", "in_progress", "requires_action"])

/** {@link Status}. */
export type Status = typeof Status.Type

/** A response. It has `error` when it failed, and `usage` once the run has ended. */
export const Response = open({
  id: Schema.String,
  object: Schema.Literal("response"),
  created_at: Schema.Int,
  model: Schema.String,
  /** The state of the run. */
  status: Status,
  /** Items in order; the answer is the last message. */
  output: Schema.Array(OutputItem),
  /** Why it failed, when `status` is `failed`. */
  error: optionalOrNull(RunError),
  /** Present once the run has ended. */
  usage: optionalOrNull(Usage)
})

/** {@link Response}, readonly. */
export interface Response extends Schema.Schema.Type<typeof Response> {}

/** The text of a response: the texts of all its messages, joined. */
export const outputText = ({ output }: Pick<Response, "output">): string =>
  output
    .flatMap((item) => (item.type === "message" ? (item.content ?? []) : []))
    .map(({ text }) => text)
    .join("")

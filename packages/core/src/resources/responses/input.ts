// The input of a responses request: text, or the items of a conversation. Closed; nothing is stored.
// Source: §4.7; items and parts are Assumed: OAS.
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { notEmpty, ofLength } from "../../schema/checks.ts"
import { Json } from "../../schema/Json.ts"
import { open, optionalOrNull, type UnknownKind } from "../../schema/open.ts"
import * as limits from "./limits.ts"
import { FetchUrlResults, OutputMessage, SearchResults } from "./output.ts"

/** Text. */
export const InputText = Schema.Struct({
  type: Schema.Literal("input_text"),
  /** The text. */
  text: Schema.String
})

// Assumed: ours. A media type has at most 255 characters, so that no long text is searched.
const dataUrl = /^data:[^,]{0,255};base64,/i
const webAddress = /^https?:\/\/\S+$/i

const imageAddress = Schema.String.check(
  Schema.makeFilter((url: string) => {
    // Assumed: clients.
    if (dataUrl.test(url)) return undefined
    if (!webAddress.test(url.slice(0, limits.imageAddress)))
      return "Expected an http or https address, or a base64 data URL"
    return url.length <= limits.imageAddress
      ? undefined
      : `Expected an address of at most ${limits.imageAddress} characters`
  })
)

/** An image, by address or base64 data URL. Never fetched by our server. */
export const InputImage = Schema.Struct({
  type: Schema.Literal("input_image"),
  /** An http or https address, or a base64 data URL. */
  image_url: imageAddress
})

// Assumed: clients.
/** Text of an earlier response, with or without its citations. */
export const EchoedText = open({
  type: Schema.Literal("output_text"),
  /** The text. */
  text: Schema.String
})

/** One part of a message, with `type` as the discriminator. */
export const InputPart = Schema.Union([InputText, InputImage, EchoedText]).annotate({
  expected: "a part of type input_text, input_image or output_text"
})

/** {@link InputPart}, readonly. */
export type InputPart = typeof InputText.Type | typeof InputImage.Type | typeof EchoedText.Type

// Assumed: docs.
/** A message; `type` may be left out. */
export const InputMessage = Schema.Struct({
  /** May be left out. */
  type: Schema.optionalKey(Schema.Literal("message")),
  /** Whose message it is. */
  role: Schema.Literals(["user", "assistant", "system", "developer"]),
  /** Text, or parts. */
  content: Schema.Union([Schema.String, Schema.Array(InputPart)]).annotate({
    expected: "a string or an array of parts"
  })
}).check(
  Schema.makeFilter(({ content, role }) =>
    typeof content !== "string" && role !== "assistant" && content.some(({ type }) => type === "output_text")
      ? { path: ["content"], issue: "Expected output_text only in messages of the assistant" }
      : undefined
  )
)

/** {@link InputMessage}, readonly. */
export interface InputMessage extends Schema.Schema.Type<typeof InputMessage> {
  /** Text, or parts. */
  readonly content: string | ReadonlyArray<InputPart>
}

// Assumed: clients.
/** A function call, repeated from a response with its `id` and `status`. */
export const InputFunctionCall = open({
  type: Schema.Literal("function_call"),
  /** The id of the call. */
  call_id: Schema.String,
  /** The name of the function. */
  name: Schema.String,
  /** The arguments, as JSON text. */
  arguments: Schema.String,
  /** As in the response. */
  thought_signature: optionalOrNull(Schema.String),
  /** As in the response. */
  id: Schema.optionalKey(Schema.String),
  /** As in the response. */
  status: optionalOrNull(Schema.String)
})

const expectedItem = "an item of type message, function_call or function_call_output"

const known: ReadonlySet<unknown> = new Set([
  "message",
  "function_call",
  "function_call_output",
  "search_results",
  "fetch_url_results"
])

// Assumed: ours.
/** A message repeated from a response, with its `id`. Unknown fields are kept. */
export const EchoedMessage = OutputMessage.check(
  Schema.makeFilter(({ role }) => role === "assistant" || expectedItem)
)

// Assumed: ours.
/**
 * An item of an unknown type. It has an `id`, so that a misspelt type is no such item. Unknown fields are kept; engines
 * ignore types that they do not know.
 */
export const EchoedItem = Json.pipe(
  Schema.refine(
    (item): item is Schema.JsonObject =>
      Predicate.isObject(item) &&
      typeof item["id"] === "string" &&
      typeof item["type"] === "string" &&
      !known.has(item["type"]),
    {
      expected: expectedItem,
      toJsonSchema: () => ({
        type: "object",
        properties: { type: { type: "string" }, id: { type: "string" } },
        required: ["type", "id"]
      })
    }
  )
) as unknown as Schema.Codec<{ readonly type: UnknownKind }>

/** The result of a function call. */
export const FunctionCallOutput = Schema.Struct({
  type: Schema.Literal("function_call_output"),
  /** The id of the call. */
  call_id: Schema.String,
  /** The result of the function, as text. */
  output: Schema.String,
  /** The name of the function. */
  name: Schema.optionalKey(Schema.String),
  /** As in the call. */
  thought_signature: Schema.optionalKey(Schema.String)
})

/**
 * One item, with `type` as the discriminator. Each item of a response's `output` is one, so that a conversation goes on
 * with `input.push(...response.output)`; results of searches and pages are for reference.
 */
export const InputItem = Schema.Union([
  InputMessage,
  InputFunctionCall,
  FunctionCallOutput,
  SearchResults,
  FetchUrlResults,
  EchoedMessage,
  EchoedItem
]).annotate({
  expected: expectedItem
})

/** {@link InputItem}, readonly. */
export type InputItem =
  | InputMessage
  | typeof InputFunctionCall.Type
  | typeof FunctionCallOutput.Type
  | typeof SearchResults.Type
  | typeof FetchUrlResults.Type
  | typeof EchoedMessage.Type
  | typeof EchoedItem.Type

// Assumed: ours.
/** Each call is followed by its output, and each output follows its call. */
const paired = Schema.makeFilter((items: ReadonlyArray<InputItem>): Schema.FilterOutput => {
  const due = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    if (item.type === "function_call") {
      if (due.has(item.call_id))
        return { path: [index, "call_id"], issue: "Expected one call of this call_id" }
      due.set(item.call_id, index)
    } else if (item.type === "function_call_output") {
      if (!due.delete(item.call_id)) {
        return { path: [index, "call_id"], issue: "Expected a function_call with this call_id before it" }
      }
    }
  }
  const [unanswered] = due.values()
  return unanswered === undefined
    ? undefined
    : { path: [unanswered, "call_id"], issue: "Expected a function_call_output with this call_id after it" }
})

// Assumed: ours.
/** Text, or items; neither may be empty. */
export const Input = Schema.Union([
  Schema.String.check(notEmpty("a text that is not empty")),
  Schema.Array(InputItem).check(ofLength({ min: 1 }, "item"), paired)
]).annotate({ expected: "a text or an array of items, not empty" })

/** {@link Input}, readonly. */
export type Input = string | ReadonlyArray<InputItem>

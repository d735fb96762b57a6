// What questions refer to in the dialect: text, or messages and calls of tools with their outputs.
// Source: §2.1 for images; the rest is Assumed: clients.
import * as Schema from "effect/Schema"
import { isJsonObject } from "../../../schema/Json.ts"
import { Json } from "../../../schema/Json.ts"
import { optionalOrNull } from "../../../schema/open.ts"
import { type Resumable, resumableFilter } from "../../../scheduling/resumable.ts"
import { checkImage, imageLimits } from "../image.ts"
import { tooManyImages } from "../imageForm.ts"
import * as decisions from "../limits.ts"
import { count } from "../schema.ts"
import * as limits from "./limits.ts"

/** Where a prompt may be cached: accepted, and not used. */
const prompt_cache_breakpoint = optionalOrNull(Schema.Struct({ mode: Schema.Literal("explicit") }))

/** A part of text. */
export const TextPart = Schema.Struct({
  type: Schema.Literal("input_text"),
  text: Schema.String,
  prompt_cache_breakpoint
})

const imageUrl = Schema.String.check(
  resumableFilter(function* (url: string): Resumable<Schema.FilterOutput> {
    return yield* checkImage(url, imageLimits)
  })
)

/** An image as a base64 data URL. Addresses are not fetched. */
export const ImagePart = Schema.Struct({
  type: Schema.Literal("input_image"),
  image_url: imageUrl,
  detail: optionalOrNull(Schema.Literals(["low", "high", "auto", "original"])),
  prompt_cache_breakpoint
})

/** {@link ImagePart}, readonly. */
export interface ImagePart extends Schema.Schema.Type<typeof ImagePart> {}

/** An object, or an array of objects. */
export type Data =
  | { readonly [name: string]: Schema.Json }
  | ReadonlyArray<{ readonly [name: string]: Schema.Json }>

const isData = (value: Schema.Json): value is Data =>
  Array.isArray(value) ? value.every(isJsonObject) : isJsonObject(value)

/** A part of JSON: an object, or an array of objects. */
export const JsonPart = Schema.Struct({
  type: Schema.Literal("input_json"),
  data: Json.pipe(
    Schema.refine(isData, {
      expected: "an object or an array of objects",
      toJsonSchema: () => ({ anyOf: [{ type: "object" }, { type: "array", items: { type: "object" } }] })
    })
  )
})

/** A part of a user message. */
export const InputPart = Schema.Union([TextPart, ImagePart, JsonPart])

/** {@link InputPart}, readonly. */
export type InputPart = typeof InputPart.Type

const isMessage = Schema.optionalKey(Schema.Literal("message"))

const textOr = <P extends Schema.Top>(part: P) => Schema.Union([Schema.String, Schema.Array(part)])

/** A message of a user. */
export const UserMessage = Schema.Struct({
  type: isMessage,
  role: Schema.Literal("user"),
  content: textOr(InputPart)
})

const instructing = <const R extends "developer" | "system">(role: R) =>
  Schema.Struct({ type: isMessage, role: Schema.Literal(role), content: textOr(TextPart) })

/** A message of a developer. */
export const DeveloperMessage = instructing("developer")

/** A message of the system. */
export const SystemMessage = instructing("system")

const OutputText = Schema.Struct({ type: Schema.Literal("output_text"), text: Schema.String })
const Refusal = Schema.Struct({ type: Schema.Literal("refusal"), refusal: Schema.String })

/** A message of the assistant. */
export const AssistantMessage = Schema.Struct({
  type: isMessage,
  role: Schema.Literal("assistant"),
  content: textOr(Schema.Union([OutputText, Refusal])),
  phase: optionalOrNull(Schema.Literals(["commentary", "final_answer"]))
})

const ofCall = {
  call_id: Schema.String,
  id: optionalOrNull(Schema.String),
  status: optionalOrNull(Schema.Literals(["in_progress", "completed", "incomplete"]))
}
const ofTool = { name: Schema.String, namespace: optionalOrNull(Schema.String) }
const output = textOr(Schema.Union([TextPart, ImagePart]))

/** A call of a function. */
export const FunctionCall = Schema.Struct({
  type: Schema.Literal("function_call"),
  arguments: Schema.String,
  ...ofTool,
  ...ofCall
})

/** A call of a tool that takes text. */
export const CustomToolCall = Schema.Struct({
  type: Schema.Literal("custom_tool_call"),
  input: Schema.String,
  ...ofTool,
  ...ofCall
})

const outputOf = <const T extends string>(type: T) =>
  Schema.Struct({ type: Schema.Literal(type), output, ...ofCall })

/** The output of a function call before it. */
export const FunctionCallOutput = outputOf("function_call_output")

/** The output of a call before it, of a tool that takes text. */
export const CustomToolCallOutput = outputOf("custom_tool_call_output")

/** One item of an input. */
export const InputItem = Schema.Union([
  UserMessage,
  DeveloperMessage,
  SystemMessage,
  AssistantMessage,
  FunctionCall,
  FunctionCallOutput,
  CustomToolCall,
  CustomToolCallOutput
]).annotate({ expected: "a message, a call of a tool or its output" })

/** {@link InputItem}, readonly. */
export type InputItem = typeof InputItem.Type

const partsOf = (item: InputItem): ReadonlyArray<{ readonly type: string }> => {
  const content = "content" in item ? item.content : "output" in item ? item.output : []
  return typeof content === "string" ? [] : content
}

/** The first output whose call is not before it, and too many images. */
const checkItems = (items: ReadonlyArray<InputItem>): Schema.FilterOutput => {
  const calls = new Set<string>()
  let images = 0
  for (const [index, item] of items.entries()) {
    images += partsOf(item).filter(({ type }) => type === "input_image").length
    if (images > decisions.images) return tooManyImages
    if (!("call_id" in item)) continue
    const call = `${item.type.replace(/_output$/, "")} ${item.call_id}`
    if (!("output" in item)) calls.add(call)
    else if (!calls.has(call))
      return { path: [index, "call_id"], issue: "Expected the call_id of a call before it" }
  }
  return undefined
}

/** What all questions refer to. */
export const Input = Schema.Union([
  Schema.String,
  Schema.Array(InputItem).check(count(limits.items, "items"), Schema.makeFilter(checkItems))
])

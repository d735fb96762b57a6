// The input of a request as a conversation, and what functions of the caller's gave.
// Source: §4.7.
import type { InputItem, InputPart, ResponsesRequest } from "@leadline/core/responses"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Turn } from "../answers/question.ts"
import { flatten } from "../flatten.ts"

/** The input, read. */
export interface Conversation {
  readonly turns: ReadonlyArray<Turn>
  /** What the caller's functions gave since the user last spoke. */
  readonly outputs: ReadonlyArray<string>
  readonly hasImages: boolean
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** The output of a function: JSON as lines of `name: value`, other text as it is. */
const readable = (output: string): string => {
  const text = output.trim()
  return /^[[{"]/.test(text) ? Option.match(readJson(text), { onNone: () => text, onSome: flatten }) : text
}

const textOf = (content: string | ReadonlyArray<InputPart>): string =>
  typeof content === "string"
    ? content
    : content.flatMap((part) => (part.type === "input_image" ? [] : [part.text])).join("\n")

const isImage = (item: InputItem): boolean =>
  "content" in item &&
  typeof item.content !== "string" &&
  item.content.some(({ type }) => type === "input_image")

const toTurn = (item: InputItem): ReadonlyArray<Turn> => {
  if (item.type === "function_call") return []
  if (item.type === "function_call_output") return [{ role: "tool", text: readable(item.output) }]
  return [{ role: item.role === "developer" ? "system" : item.role, text: textOf(item.content) }]
}

/** Reads the input; `instructions` stand before it. */
export const readConversation = (
  input: ResponsesRequest["input"],
  instructions: string | undefined
): Conversation => {
  const items = typeof input === "string" ? [{ role: "user" as const, content: input }] : input
  const own = items.flatMap(toTurn)
  const last = own.findLastIndex(({ role }) => role === "user")
  return {
    turns: [...(instructions === undefined ? [] : [{ role: "system" as const, text: instructions }]), ...own],
    outputs: own.slice(last + 1).flatMap(({ role, text }) => (role === "tool" ? [text] : [])),
    hasImages: items.some(isImage)
  }
}

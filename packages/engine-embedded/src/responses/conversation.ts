// Reads the input of a request as a conversation, with the outputs of the caller's functions.
// Source: §4.7.
import type { InputItem, ResponsesRequest } from "@leadline/core/responses"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dropMiddle, type Turn } from "../question-answering/question.ts"
import type { Findings } from "../question-answering/research.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"

/** The input of a request. */
export interface Conversation {
  readonly turns: ReadonlyArray<Turn>
  /** Function outputs since the last user message. */
  readonly outputs: ReadonlyArray<string>
  readonly hasImages: boolean
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** The longest output that is parsed as JSON, in characters. Parsing cannot pause. */
const maxJsonLength = 1_048_576

/** A function output as text: JSON becomes lines of `name: value`. */
const readableOutput = function* (output: string): CooperativeTask<string> {
  const text = output.trim()
  if (text.length > maxJsonLength || !/^[[{"]/.test(text)) return text
  yield text.length / 256
  const json = readJson(text)
  return Option.isNone(json) ? text : yield* flattenJson(json.value)
}

/** Items and parts read per unit of work. */
const speed = 8

type Message = Extract<InputItem, { readonly content: unknown }>

const isMessage = (item: InputItem): item is Message => "content" in item && "role" in item

const textOf = function* (content: Message["content"]): CooperativeTask<string> {
  if (typeof content === "string" || content === null) return content ?? ""
  const texts: Array<string> = []
  for (const part of content) {
    if ("text" in part) texts.push(part.text)
    yield 1 / speed
  }
  return texts.join("\n")
}

const hasImage = function* (item: InputItem): CooperativeTask<boolean> {
  if (!isMessage(item) || typeof item.content === "string") return false
  for (const { type } of item.content ?? []) {
    if (type === "input_image") return true
    yield 1 / speed
  }
  return false
}

const toTurn = function* (item: InputItem): CooperativeTask<Turn | undefined> {
  if (item.type === "function_call_output") return { role: "tool", text: yield* readableOutput(item.output) }
  if (!isMessage(item)) return undefined
  const { role } = item
  return {
    role: role === "developer" || role === "system" ? "system" : role === "user" ? "user" : "assistant",
    text: yield* textOf(item.content)
  }
}

/** Reads the input. `instructions` become the first turn. */
export const readConversation = function* (
  input: ResponsesRequest["input"],
  instructions: string | undefined
): CooperativeTask<Conversation> {
  const items = typeof input === "string" ? [{ role: "user" as const, content: input }] : input
  const turns: Array<Turn> = instructions === undefined ? [] : [{ role: "system", text: instructions }]
  let outputs: Array<string> = []
  let hasImages = false
  for (const item of items) {
    hasImages ||= yield* hasImage(item)
    const turn = yield* toTurn(item)
    yield 1 / speed
    if (turn === undefined) continue
    turns.push(turn)
    if (turn.role === "user") outputs = []
    else if (turn.role === "tool") outputs.push(turn.text)
  }
  return { turns, outputs, hasImages }
}

/** Lines of function output that are quoted completely, at most. */
const maxLines = 12

/** An answer from function outputs: all of a short output, the sentences of a long one that match the question. */
export const answerFromOutputs = ({ ranked }: Findings, outputs: ReadonlyArray<string>): string => {
  const text = dropMiddle(outputs.map(dropMiddle).join("\n").trim())
  if (text === "") return "The function gave nothing."
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  if (lines.length <= maxLines) return text
  const chosen = ranked.filter(({ coverage, passage }) => coverage > 0 && text.includes(passage.text))
  const quoted = chosen.slice(0, maxLines).map(({ passage }) => passage.text)
  return (quoted.length > 0 ? quoted : lines.slice(0, maxLines)).join("\n")
}

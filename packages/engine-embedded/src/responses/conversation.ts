// Reads the input of a request as a conversation, with the outputs of the caller's functions.
// Source: §4.7.
import type { ResponsesRequest } from "@leadline/core/responses"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dropMiddle, type Turn } from "../question-answering/question.ts"
import { readMessage } from "../question-answering/readMessage.ts"
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

/** Cost of an item, in units of `TimeSlicer`. */
const perItem = 0.125

/** Reads the input. `instructions` become the first turn. */
export const readConversation = function* (
  input: ResponsesRequest["input"],
  instructions: string | undefined
): CooperativeTask<Conversation> {
  const turns: Array<Turn> = instructions === undefined ? [] : [{ role: "system", text: instructions }]
  const types = new Set<string>()
  for (const item of typeof input === "string" ? [{ role: "user" as const, content: input }] : input) {
    yield perItem
    if (item.type === "function_call_output")
      turns.push({ role: "tool", text: yield* readableOutput(item.output) })
    else if ("content" in item && "role" in item) turns.push(yield* readMessage(item, types))
  }
  const last = turns.slice(turns.findLastIndex(({ role }) => role === "user") + 1)
  const outputs = last.filter(({ role }) => role === "tool").map(({ text }) => text)
  return { turns, outputs, hasImages: types.has("input_image") }
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
  const quoted = chosen.map(({ passage }) => passage.text)
  return (quoted.length > 0 ? quoted : lines).slice(0, maxLines).join("\n")
}

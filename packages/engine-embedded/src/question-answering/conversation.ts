// The messages of chat and the items of responses as turns of a conversation.
// Source: §4.7, §4.10.
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { countTokens } from "../text/estimateTokens.ts"
import { flattenJson } from "../text/flattenJson.ts"

/** One message, its parts joined to one text. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly text: string
}

/** A message, or another item of an input. */
interface Item {
  readonly role?: Turn["role"] | "developer"
  readonly content?: string | null | ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly output?: string
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** The longest output that is parsed as JSON, in characters: parsing cannot pause. */
const maxJsonLength = 1_048_576

/** The output of a function as text: JSON becomes lines of `name: value`. */
const readOutput = function* (output: string): CooperativeTask<string> {
  const text = output.trim()
  if (text.length > maxJsonLength || !/^[[{"]/.test(text)) return text
  yield text.length / 256
  const json = readJson(text)
  return Option.isNone(json) ? text : yield* flattenJson(json.value)
}

/** Characters of a conversation that are read at its beginning, and at its end. */
const maxReadLength = 100_000

/** Cuts the middle out of a long text. */
export const dropMiddle = (text: string): string =>
  text.length <= 2 * maxReadLength
    ? text
    : `${text.slice(0, maxReadLength)}\n${text.slice(text.length - maxReadLength)}`

/** Cost of a message or part. */
const perPart = 0.25

/** Reads messages and outputs of functions as turns, their tokens, and the types of the parts of messages. `instructions` come first. */
export const readTurns = function* (input: string | ReadonlyArray<object>, instructions?: string) {
  const items: ReadonlyArray<Item> = typeof input === "string" ? [{ role: "user", content: input }] : input
  const turns: Array<Turn> = instructions === undefined ? [] : [{ role: "system", text: instructions }]
  const types = new Set<string>()
  for (const { content, output, role } of items) {
    yield perPart
    if (output !== undefined) turns.push({ role: "tool", text: yield* readOutput(output) })
    if (role === undefined) continue
    const texts: Array<string> = []
    for (const part of typeof content === "string" ? [{ type: "text", text: content }] : (content ?? [])) {
      types.add(part.type)
      if (part.text !== undefined) texts.push(part.text)
      yield perPart
    }
    turns.push({ role: role === "developer" ? "system" : role, text: texts.join("\n") })
  }
  const tokens = yield* countTokens(turns.map(({ text }) => text))
  return { turns: turns.map(({ role, text }): Turn => ({ role, text: dropMiddle(text) })), tokens, types }
}

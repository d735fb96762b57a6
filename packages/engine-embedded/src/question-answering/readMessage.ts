// The messages of chat and responses as turns of a conversation.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Turn } from "./question.ts"

/** A message of either resource. */
export interface Message {
  readonly role?: string
  readonly content?: string | null | ReadonlyArray<{ readonly type: string; readonly text?: string }>
}

/** Cost of a message or part, in units of `TimeSlicer`. */
const perPart = 0.25

/** Reads a message, and adds the types of its parts to `types`. */
export const readMessage = function* (
  { content, role = "" }: Message,
  types: Set<string>
): CooperativeTask<Turn> {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? [])
  const texts: Array<string> = []
  yield perPart
  for (const { text, type } of parts) {
    types.add(type)
    if (text !== undefined) texts.push(text)
    yield perPart
  }
  const known = role === "user" || role === "system" || role === "tool" ? role : "assistant"
  return { role: role === "developer" ? "system" : known, text: texts.join("\n") }
}

// The messages of chat and responses as turns of a conversation.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Turn } from "./question.ts"

/** A message of either resource. */
export interface Message {
  readonly role?: string
  readonly content?: string | null | ReadonlyArray<{ readonly type: string; readonly text?: string }>
}

const roles: ReadonlyMap<string, Turn["role"]> = new Map([
  ["developer", "system"],
  ["system", "system"],
  ["tool", "tool"],
  ["user", "user"]
])

/** Cost of a message or part, in units of `TimeSlicer`. */
const perPart = 0.25

/** Reads a message, and adds the types of its parts to `types`. */
export const readMessage = function* (
  { content, role = "" }: Message,
  types: Set<string>
): CooperativeTask<Turn> {
  yield perPart
  const texts: Array<string> = []
  if (typeof content === "string") texts.push(content)
  else
    for (const { text, type } of content ?? []) {
      types.add(type)
      if (text !== undefined) texts.push(text)
      yield perPart
    }
  return { role: roles.get(role) ?? "assistant", text: texts.join("\n") }
}

// The messages of a call in the form of the wire, as the model takes them: text alone. Pure.
import { listAt, textAt } from "../json/unknownJson.ts"
import type { LocalMessage } from "./LocalModel.ts"

const textOf = (message: unknown): string =>
  textAt(message, "content") ??
  listAt(message, "content")
    .map((part) => textAt(part, "text") ?? "")
    .join("\n")

const roleOf = (message: unknown): LocalMessage["role"] => {
  const role = textAt(message, "role")
  // The result of a function is what the user gives back.
  return role === "system" || role === "assistant" ? role : "user"
}

/** Messages with their texts; those without text are left out. */
export const localMessages = (messages: ReadonlyArray<unknown>): ReadonlyArray<LocalMessage> =>
  messages
    .map((message) => ({ role: roleOf(message), content: textOf(message) }))
    .filter(({ content }) => content !== "")

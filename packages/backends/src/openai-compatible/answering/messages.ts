// Messages in a form that the templates of most models take: one system message first, roles in turn.
// Assumed: ours.
import type { CompletionMessage } from "../completion/Completion.ts"

const isPlain = (message: CompletionMessage): message is CompletionMessage & { readonly content: string } =>
  typeof message.content === "string" &&
  message.tool_calls === undefined &&
  (message.role === "user" || message.role === "assistant")

/** Joins the system texts into the first message, and texts of one role that follow each other. */
export const arrange = (
  systemTexts: ReadonlyArray<string>,
  messages: ReadonlyArray<CompletionMessage>
): ReadonlyArray<CompletionMessage> => {
  const joined: Array<CompletionMessage> = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (before !== undefined && before.role === message.role && isPlain(before) && isPlain(message))
      joined[joined.length - 1] = { ...before, content: `${before.content}\n\n${message.content}` }
    else joined.push(message)
  }
  const system = systemTexts.filter((text) => text.trim() !== "").join("\n\n")
  return system === "" ? joined : [{ role: "system", content: system }, ...joined]
}

const names = new Intl.DisplayNames("en", { type: "language" })

/** The instruction for `language_preference`. */
export const languageRule = (language: string | null | undefined): string =>
  language === undefined || language === null
    ? ""
    : `Answer in ${names.of(language.toLowerCase()) ?? language}.`

/** The instruction that says which day it is. */
export const todayRule = (now: number): string => `Today is ${new Date(now).toISOString().slice(0, 10)}.`

/** Characters of a search query, at most. */
export const maxQueryLength = 400

/** A text as a search query: its beginning, in one line. */
export const asQuery = (text: string): string =>
  // Of a long text the rest is not looked at: a list of its characters would take 32 times its memory.
  Array.from(
    text
      .trimStart()
      .slice(0, 16 * maxQueryLength)
      .replace(/\s+/g, " ")
      .trim()
  )
    .slice(0, maxQueryLength)
    .join("")
    .trim()

// Conversations of two to four turns over the pages of a town: what the last answer must and must not hold.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Chat } from "@leadline/core/chat"
import * as Effect from "effect/Effect"

const folder = join(import.meta.dirname, "../../eval")

/** The folder of the pages. */
export const townFolder = join(folder, "town")

/** A conversation, which the user begins and ends. */
export interface Conversation {
  readonly turns: ReadonlyArray<string>
  /** A part of the right answer; null where no page has one. */
  readonly answer: string | null
  /** Parts of answers to what was asked before. */
  readonly not: ReadonlyArray<string>
}

/** `stray`: neither right nor declined. `repeated`: it holds an answer to what was asked before. */
export type Verdict = "right" | "declined" | "stray" | "repeated"

/** All conversations. */
export const conversations = (): ReadonlyArray<Conversation> =>
  JSON.parse(readFileSync(join(folder, "conversations.json"), "utf8"))

const isDeclined = (text: string): boolean => /^No (?:page was|answer to this question was) found/.test(text)

const verdictOf = ({ answer, not }: Conversation, text: string): Verdict => {
  if (not.some((part) => text.includes(part))) return "repeated"
  if (isDeclined(text)) return answer === null ? "right" : "declined"
  return answer !== null && text.toLowerCase().includes(answer.toLowerCase()) ? "right" : "stray"
}

/** The last answer of each conversation, and what it is worth. */
export const answerConversations = (all: ReadonlyArray<Conversation>) =>
  Effect.forEach(all, (conversation) =>
    Effect.gen(function* () {
      const chat = yield* Chat
      const { choices } = yield* chat.create({
        model: "sonar",
        messages: conversation.turns.map((content, at) => ({
          role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
          content
        }))
      })
      const text = choices[0]?.message.content ?? ""
      return { question: conversation.turns.at(-1) ?? "", text, verdict: verdictOf(conversation, text) }
    })
  )

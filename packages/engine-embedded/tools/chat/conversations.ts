// Conversations of two or three questions over small sets of pages: what the last answer must and must not hold.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Chat } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"

const folder = join(import.meta.dirname, "../../eval/conversations")

/** The sets of pages. The engine was made with those of the town and the tables in mind, not with the others. */
const sets = ["town", "tables", "office", "valley"] as const

/** A conversation, which the user begins and ends. */
interface Conversation {
  readonly turns: ReadonlyArray<string>
  /** A part of the right answer; null where no page has one. */
  readonly answer: string | null
  /** Parts of answers to what was asked before. */
  readonly not: ReadonlyArray<string>
}

/** `stray`: neither right nor declined. `repeated`: it holds an answer to what was asked before. */
const judge = ({ answer, not }: Conversation, text: string): "right" | "declined" | "stray" | "repeated" => {
  if (not.some((part) => text.includes(part))) return "repeated"
  if (/^No (?:page was|answer to this question was) found/.test(text))
    return answer === null ? "right" : "declined"
  return answer !== null && text.toLowerCase().includes(answer.toLowerCase()) ? "right" : "stray"
}

/** What the last answer of each conversation of a set is worth. */
export const answersOfSet = (set: (typeof sets)[number]) => {
  const all: ReadonlyArray<Conversation> = JSON.parse(readFileSync(join(folder, `${set}.json`), "utf8"))
  const search = Embedded.layerSearch({ folder: join(folder, set), baseUrl: `https://${set}.example/` })
  const answer = (conversation: Conversation) =>
    Effect.map(
      Chat.use(({ create }) =>
        create({
          model: "sonar",
          messages: conversation.turns.map((content, at) => ({
            role: at % 2 === 0 ? "user" : "assistant",
            content
          }))
        })
      ),
      ({ choices }) => judge(conversation, choices[0]?.message.content ?? "")
    )
  return Effect.provide(
    Effect.forEach(all, answer),
    Layer.provide(Embedded.layerChat, [search, Embedded.layerDecisions])
  )
}

/** {@link answersOfSet} of all sets, each after its name. */
export const answerConversations = Effect.forEach(sets, (set) =>
  Effect.map(answersOfSet(set), (verdicts) => [set, verdicts] as const)
)

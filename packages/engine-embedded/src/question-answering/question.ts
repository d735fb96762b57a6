// Extracts the question from a conversation: its terms, the kind of answer it asks for, and the texts that may hold one.
// All of it can pause: a conversation may have 32 MiB, in one message or in a million.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { stripGreeting } from "./conversation/smallTalk.ts"
import { splitSentences } from "./plainText.ts"
import type { Term } from "./terms.ts"
import { makeTermReader, queryWords } from "./terms.ts"

/** One message, its parts joined to one text. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly text: string
}

/** The texts of the turns. */
export function* turnTexts(turns: ReadonlyArray<Turn>): Generator<string, void> {
  for (const { text } of turns) yield text
}

/** The kind of answer that a question asks for. `way` is how to do something, `meaning` a definition. */
export type AnswerKind =
  | "count"
  | "time"
  | "person"
  | "place"
  | "reason"
  | "way"
  | "meaning"
  | "summary"
  | "other"

/** The question of a conversation. */
export interface Question {
  readonly text: string
  /** The search query: the question, and for a follow-up question also the words of the one before. */
  readonly query: string
  readonly kind: AnswerKind
  readonly terms: ReadonlyArray<Term>
  readonly vector: Float64Array
  /** Texts of the conversation that may hold an answer, oldest first. */
  readonly conversationTexts: ReadonlyArray<string>
  /** Does the message consist of questions and instructions alone? */
  readonly onlyAsks: boolean
}

const kinds: ReadonlyArray<readonly [AnswerKind, RegExp]> = [
  ["summary", /\b(?:summari[sz]e|summary|tl;?dr|key points|main points|in short)\b/],
  [
    "count",
    /\b(?:how (?:many|much|long|large|big|old|far|often|fast|high|deep|tall|wide)|what (?:number|price|cost|size|rate|limit))\b/
  ],
  [
    "time",
    /\b(?:when|what (?:time|date|year|day|month)|which (?:year|day|month|date)|since when|until when)\b/
  ],
  ["person", /\b(?:who|whom|whose)\b/],
  ["place", /\bwhere\b/],
  ["reason", /\b(?:why|what (?:causes|caused)|how come)\b/],
  ["way", /\bhow\b/],
  ["meaning", /^(?:so )?what(?: is|'s| are)\s+(?:an? |the )?[^\s?]+(?:\s+[^\s?]+){0,2}\s*\??$/]
]

/** The longest query sent to search, in characters. */
const queryLength = 400

const refersBack =
  /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|there|one|ones|same|former|latter)\b/i
const continuesQuestion = /^\s*(?:and|but|or|so|then|what about|how about|why not|also)\b/i
const opensQuestion =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell|explain|describe|list|name|show|give|find|summari[sz]e|compare|define|write|extract|classify)\b/i

const endsAsking = /\?["'”)\]]*$/

/** Is a sentence a question or an instruction? */
export const isQuestion = (sentence: string): boolean =>
  endsAsking.test(sentence) || opensQuestion.test(sentence)

/** Fixed cost of a sentence, and characters examined per unit of work. */
const perSentence = 1
const charactersPerUnit = 64

function* linesOf(text: string): Generator<string, void> {
  let start = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    yield text.slice(start, end)
    start = end + 1
  }
  yield text.slice(start)
}

/** Splits a message into questions (`asked`) and statements (`told`). A short message is one question, without a greeting. */
const splitMessage = function* (
  text: string
): CooperativeTask<{ readonly asked: string; readonly told: string; readonly onlyAsks: boolean }> {
  let last = ""
  let isPolite = false
  const asked: Array<string> = []
  const told: Array<string> = []
  let plain = 0
  for (const line of linesOf(text)) {
    yield perSentence / 4 + line.length / charactersPerUnit
    for (const sentence of splitSentences(line)) {
      if (typeof sentence === "number") {
        yield sentence
        continue
      }
      const rest = stripGreeting(sentence)
      isPolite ||= rest !== sentence
      if (rest !== "") {
        last = rest
        plain++
      }
      ;(isQuestion(sentence) ? asked : told).push(sentence)
      yield perSentence + sentence.length / charactersPerUnit
    }
  }
  const onlyAsks = told.length === 0
  const isShort = text.length <= queryLength
  if (isShort && isPolite && plain === 1) return { asked: last, told: "", onlyAsks }
  if (isShort && asked.length + told.length <= 2) return { asked: text.trim(), told: "", onlyAsks }
  // Without a question, the last sentence serves as one.
  if (asked.length === 0) return { asked: last.slice(0, queryLength), told: text, onlyAsks }
  return { asked: asked.slice(-3).join(" "), told: told.join("\n"), onlyAsks }
}

/** Characters of a conversation that are read, newest first. */
export const maxConversationLength = 200_000

/** Cuts the middle out of a message that is longer than {@link maxConversationLength}. */
export const dropMiddle = (text: string): string =>
  text.length <= maxConversationLength
    ? text
    : `${text.slice(0, maxConversationLength / 2)}\n${text.slice(text.length - maxConversationLength / 2)}`

/** Index of the last user message before an index; -1 when there is none. */
const lastUserTurn = function* (turns: ReadonlyArray<Turn>, before: number): CooperativeTask<number> {
  let at = before - 1
  for (; at >= 0 && turns[at]?.role !== "user"; at--) if (at % 1_024 === 0) yield 8
  return at
}

/** The words of the previous question, when this one is a follow-up question: "And how long does it take?" */
const earlierWords = function* (
  asked: string,
  own: ReadonlySet<string>,
  turns: ReadonlyArray<Turn>,
  at: number
): CooperativeTask<string> {
  if (own.size > 2 && !refersBack.test(asked) && !continuesQuestion.test(asked)) return ""
  const before = yield* lastUserTurn(turns, at)
  if (before < 0) return ""
  const words = yield* queryWords((yield* splitMessage(dropMiddle(turns[before]?.text ?? ""))).asked)
  return [...words].filter((word) => !own.has(word)).join(" ")
}

/** Texts that may hold an answer, oldest first. `told` are the statements of the message with the question, at index `at`. */
const readConversationTexts = function* (
  turns: ReadonlyArray<Turn>,
  at: number,
  told: string
): CooperativeTask<ReadonlyArray<string>> {
  const conversationTexts: Array<string> = []
  let left = maxConversationLength
  for (let index = turns.length - 1; index >= 0 && left > 0; index--) {
    yield perSentence / 4
    const { role = "system", text = "" } = turns[index] ?? {}
    const speaks = role === "assistant" || role === "user"
    const part = index === at ? told : speaks ? yield* statements(dropMiddle(text)) : dropMiddle(text)
    if (part.trim() === "") continue
    conversationTexts.push(part.slice(0, left))
    left -= part.length
  }
  return conversationTexts.toReversed()
}

/** The first words of a text, joined by single spaces: those within `length` characters, and the one that crosses it. */
const firstWords = (text: string, length: number): string => {
  let found = ""
  for (const [word] of text.matchAll(/\S+/g)) {
    found += found === "" ? word : ` ${word}`
    if (found.length > length) break
  }
  return found
}

/** The first {@link queryLength} characters of a text as a query, cut at a space where possible. */
const queryOf = (text: string): string => {
  const query = firstWords(text, queryLength)
  if (query.length <= queryLength) return query
  const blank = query.lastIndexOf(" ", queryLength)
  return query.slice(0, blank < 0 ? queryLength : blank)
}

const kindOf = function* (asked: string): CooperativeTask<AnswerKind> {
  const lower = asked.toLowerCase()
  for (const [kind, pattern] of kinds) {
    yield lower.length / charactersPerUnit
    if (pattern.test(lower)) return kind
  }
  return "other"
}

/** Extracts the question of the last user message. It is empty without one. */
export const readQuestion = function* (
  lexicon: Lexicon,
  turns: ReadonlyArray<Turn>
): CooperativeTask<Question> {
  const at = yield* lastUserTurn(turns, turns.length)
  const { asked, onlyAsks, told } = yield* splitMessage(dropMiddle(turns[at]?.text ?? ""))
  const reader = makeTermReader(lexicon)
  // The words of a URL are not what is asked for.
  yield* reader.read(asked.replaceAll(/\bhttps?:\/\/\S+/g, " "))
  const added = yield* earlierWords(asked, reader.words, turns, at)
  yield* reader.read(added)
  return {
    text: asked,
    query: queryOf(`${asked} ${added}`),
    kind: yield* kindOf(asked),
    ...reader.finish(),
    conversationTexts: yield* readConversationTexts(turns, at, told),
    onlyAsks
  }
}

/** A message without its questions. */
const statements = function* (text: string): CooperativeTask<string> {
  const lines: Array<string> = []
  for (const line of linesOf(text)) {
    const said: Array<string> = []
    yield perSentence / 4 + line.length / charactersPerUnit
    for (const sentence of splitSentences(line)) {
      if (typeof sentence === "number") {
        yield sentence
        continue
      }
      if (!endsAsking.test(sentence)) said.push(sentence)
      yield perSentence + sentence.length / charactersPerUnit
    }
    lines.push(said.join(" "))
  }
  return lines.join("\n")
}

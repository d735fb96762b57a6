// Reads what is asked out of a conversation: the question, its words, its kind, and the text that came with it.
import type { Lexicon, Variant } from "../lexicon.ts"
import { unit } from "../lexicon.ts"
import { tokenize } from "../tokens.ts"
import { cutSentences } from "./passages.ts"

/** One message, its parts joined. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly text: string
}

/** A word looked for, the words that count as it, and how much it tells. */
export interface Term {
  readonly stem: string
  readonly variants: ReadonlyArray<Variant>
  readonly weight: number
}

/** What kind of thing would answer. */
export type Kind = "count" | "time" | "person" | "place" | "reason" | "way" | "meaning" | "summary" | "other"

/** What is asked. */
export interface Question {
  readonly text: string
  /** What search is asked with: the question, and what it refers to. */
  readonly query: string
  readonly kind: Kind
  readonly terms: ReadonlyArray<Term>
  readonly vector: Float64Array
  /** Texts of the conversation that may hold an answer, oldest first. */
  readonly material: ReadonlyArray<string>
}

/** Words that ask, and carry nothing of what is asked. */
const asking = new Set(
  (
    "tell explain describe please summarize summarise summary show list find know want need like help question answer " +
    "mean means meaning briefly short detail details example information info look using use used work works happen happens " +
    "overview text above following previous message sentence sentences paragraph word words"
  ).split(" ")
)

const kinds: ReadonlyArray<readonly [Kind, RegExp]> = [
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

const refers =
  /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|there|one|ones|same|former|latter)\b/i
const continues = /^\s*(?:and|but|or|so|then|what about|how about|why not|also)\b/i
const opensQuestion =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell|explain|describe|list|name|show|give|find|summari[sz]e|compare|define|write|extract|classify)\b/i

const asks = (sentence: string): boolean => /\?["'”)\]]*$/.test(sentence) || opensQuestion.test(sentence)

/** Splits a message into what asks and what is only told. A short message asks as a whole. */
const split = (text: string): { readonly asked: string; readonly told: string } => {
  const sentences = text.split(/\n+/).flatMap((line) => cutSentences(line))
  if (sentences.length <= 2 && text.length <= queryLength) return { asked: text.trim(), told: "" }
  const found = sentences.filter(asks)
  // Nothing that asks: what stands first or last says best what the message is about.
  if (found.length === 0) return { asked: (sentences.at(-1) ?? "").slice(0, queryLength), told: text }
  return {
    asked: found.slice(-3).join(" "),
    told: sentences.filter((sentence) => !asks(sentence)).join("\n")
  }
}

const contentWords = (text: string): ReadonlyArray<string> =>
  tokenize(text).flatMap(({ content, kind, text: word }) =>
    (content && kind === "word" && !asking.has(word)) || kind === "number" ? [word] : []
  )

/** The words of an earlier question, when this one cannot stand alone. */
const referred = (asked: string, earlier: ReadonlyArray<Turn>): string => {
  const own = new Set(contentWords(asked))
  if (own.size > 2 && !refers.test(asked) && !continues.test(asked)) return ""
  const before = earlier.findLast(({ role }) => role === "user")
  if (before === undefined) return ""
  return [...new Set(contentWords(split(before.text).asked))].filter((word) => !own.has(word)).join(" ")
}

/** Terms of a text; each stem once. */
export const termsOf = (lexicon: Lexicon, text: string): ReadonlyArray<Term> => {
  const found = new Map<string, Term>()
  for (const token of tokenize(text)) {
    const counts =
      (token.content && token.kind === "word" && !asking.has(token.text)) || token.kind === "number"
    if (!counts || found.has(token.stem)) continue
    const variants = lexicon.variants(token).filter(({ opposite }) => !opposite)
    found.set(token.stem, { stem: token.stem, variants, weight: Math.max(1, lexicon.weight(token)) })
  }
  return [...found.values()]
}

/** The meaning of a text as a vector of length 1. */
export const vectorOf = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) if (token.content && !asking.has(token.text)) lexicon.add(token, sum)
  return unit(sum)
}

/** The most of a conversation that is read, in characters, newest first. */
const materialLength = 200_000

/** A long text without its middle. */
const bounded = (text: string): string =>
  text.length <= materialLength
    ? text
    : `${text.slice(0, materialLength / 2)}\n${text.slice(text.length - materialLength / 2)}`

/** What the conversation asks. Needs a user message; without one the question is empty. */
export const readQuestion = (lexicon: Lexicon, turns: ReadonlyArray<Turn>): Question => {
  const at = turns.findLastIndex(({ role }) => role === "user")
  const last = bounded(turns[at]?.text ?? "")
  const { asked, told } = split(last)
  const earlier = turns.slice(0, Math.max(0, at))
  const added = referred(asked, earlier)
  const query = `${asked} ${added}`.replace(/\s+/g, " ").trim()
  const lower = asked.toLowerCase()
  let left = materialLength
  const material: Array<string> = []
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    if (left <= 0) break
    const text = bounded(turn.text)
    const speaks = turn.role === "assistant" || turn.role === "user"
    const part = index === at ? told : speaks ? statements(text) : text
    if (part.trim() === "") continue
    material.unshift(part.slice(0, left))
    left -= part.length
  }
  return {
    text: asked,
    query: query.length <= queryLength ? query : query.slice(0, query.lastIndexOf(" ", queryLength)),
    kind: kinds.find(([, pattern]) => pattern.test(lower))?.[0] ?? "other",
    terms: termsOf(lexicon, query),
    vector: vectorOf(lexicon, query),
    material
  }
}

/** What a message says; what it asks is left out. */
const statements = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      cutSentences(line)
        .filter((sentence) => !/\?["'”)\]]*$/.test(sentence))
        .join(" ")
    )
    .join("\n")

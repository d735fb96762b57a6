// Output text: counts its tokens, truncates it, and splits it into deltas for streaming.
// Source: §2.10, §4.10.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { estimateTokens, lengthWithin } from "../text/estimateTokens.ts"

/** Tokens of texts together, counted with pauses. */
export const countTokens = function* (texts: Iterable<string>): CooperativeTask<number> {
  let total = 0
  for (const text of texts) total += yield* estimateTokens(text)
  return Math.ceil(total)
}

/** A text and its finish reason: `length` when it was cut at the token limit, else `stop`. */
export interface TruncatedText {
  readonly text: string
  readonly reason: "stop" | "length"
}

/** Ends a text after so many tokens, between words where it can. */
export const truncateText = (text: string, maxTokens = Infinity): TruncatedText => {
  const end = lengthWithin(text, maxTokens)
  if (end === text.length) return { text, reason: "stop" }
  const blank = text.slice(0, end + 1).search(/\s\S*$/)
  return { text: text.slice(0, blank > 0 ? blank : end).trimEnd(), reason: "length" }
}

/** The longest delta in characters, for text without spaces. */
const maxDeltaLength = 24

/** Deltas of one text, at most, if that needs longer ones. */
const maxDeltas = 512

/** Deltas of so many characters. */
const deltasOf = (text: string, length: number): ReadonlyArray<string> =>
  text.match(new RegExp(`.{1,${length}}`, "gsu")) ?? []

/** Splits a text into word-sized deltas, or a long one into longer deltas. */
export const splitDeltas = (text: string): ReadonlyArray<string> => {
  if (text.length > maxDeltas * maxDeltaLength) return deltasOf(text, Math.ceil(text.length / maxDeltas))
  const words = text.match(/\s*\S+|\s+$/gu) ?? []
  return words.flatMap((word) => deltasOf(word, maxDeltaLength))
}

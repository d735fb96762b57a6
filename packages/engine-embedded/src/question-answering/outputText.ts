// Output text: counts its tokens, truncates it, and splits it into deltas for streaming.
// Source: §2.10, §4.10; Assumed: ours, what a token is.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { piecesOf } from "../text/pieces.ts"

/** A token: a number, up to 12 letters, up to 2 characters of a script without spaces, or another character. */
const tokenPattern =
  /\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{1,2}|[\p{L}\p{M}]{1,12}|\S/gu

/** Counts tokens of a text, up to so many. `end`: of the last of them; `isCut`: the text has more. Linear in its length. */
const takeTokens = (text: string, most: number) => {
  let [count, end] = [0, 0]
  // `test` takes half the time of `matchAll`.
  for (tokenPattern.lastIndex = 0; tokenPattern.test(text); end = tokenPattern.lastIndex) {
    if (count === most) return { count, end, isCut: true }
    count++
  }
  return { count, end, isCut: false }
}

/** Tokens of a text. */
export const countTokens = (text: string): number => takeTokens(text, Infinity).count

/** Characters counted before the task may pause, and per unit of work. */
const chunkLength = 16_384
const charactersPerUnit = 16

/** Tokens of long texts, counted with pauses. */
export const countAllTokens = function* (texts: Iterable<string>): CooperativeTask<number> {
  let total = 0
  for (const text of texts) {
    yield 0.25
    for (const piece of piecesOf(text, chunkLength)) {
      total += countTokens(piece)
      yield piece.length / charactersPerUnit
    }
  }
  return total
}

/** A text and its finish reason: `length` when it was cut at the token limit, else `stop`. */
export interface TruncatedText {
  readonly text: string
  readonly reason: "stop" | "length"
}

/** Truncates a text after so many tokens, with pauses. */
export const truncateText = function* (text: string, maxTokens = Infinity): CooperativeTask<TruncatedText> {
  let start = 0
  let tokens = 0
  for (const piece of maxTokens === Infinity ? [] : piecesOf(text, chunkLength)) {
    const { count, end, isCut } = takeTokens(piece, maxTokens - tokens)
    if (isCut) return { text: text.slice(0, start + end).trimEnd(), reason: "length" }
    tokens += count
    start += piece.length
    yield piece.length / charactersPerUnit
  }
  return { text, reason: "stop" }
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

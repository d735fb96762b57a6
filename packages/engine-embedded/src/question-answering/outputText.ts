// Counts and cuts text: tokens for usage and limits, word-sized deltas for streams.
// Source: §2.10, §4.10; Assumed: ours, what a token is.
import type * as Effect from "effect/Effect"
import type { TimeSlicer, CooperativeTask } from "../scheduling/timeSlicer.ts"

/** A token: a number, up to twelve letters, up to two signs of a script without blanks, or one other sign. */
const tokenPattern =
  /\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{1,2}|[\p{L}\p{M}]{1,12}|\S/gu

/** Tokens in a text. Work is linear in its length. */
export const countTokens = (text: string): number => {
  let count = 0
  // Without the matches themselves this takes half the time.
  for (tokenPattern.lastIndex = 0; tokenPattern.test(text);) count++
  return count
}

/** Characters counted before other work may run, and in a microsecond. */
const chunkLength = 16_384
const charactersPerUnit = 16

const countInChunks = function* (text: string): CooperativeTask<number> {
  let total = 0
  for (let start = 0; start < text.length;) {
    // A slice ends between words where there is a blank to end at.
    const least = start + chunkLength
    const blank = text.slice(least, least + chunkLength + 1).indexOf(" ")
    const end = Math.min(text.length, blank < 0 ? least : least + blank)
    total += countTokens(text.slice(start, end))
    yield (end - start) / charactersPerUnit
    start = end
  }
  return total
}

const countEach = function* (texts: Iterable<string>): CooperativeTask<number> {
  let total = 0
  for (const text of texts) {
    total += yield* countInChunks(text)
    yield 0.25
  }
  return total
}

/** Tokens of long texts, counted in short slices of work. */
export const countAllTokens = (texts: Iterable<string>, slicer: TimeSlicer): Effect.Effect<number> =>
  slicer.run(countEach(texts))

/** Where the text stops, and why: `length` when tokens ran out, `stop` otherwise. */
export interface TruncatedText {
  readonly text: string
  readonly reason: "stop" | "length"
}

/** The text up to its last token within `most`. */
const truncateToTokens = (text: string, most: number): TruncatedText => {
  let count = 0
  let end = 0
  for (const match of text.matchAll(tokenPattern)) {
    if (count === most) return { text: text.slice(0, end), reason: "length" }
    count++
    end = match.index + match[0].length
  }
  return { text, reason: "stop" }
}

/** Ends a text at the first stop string, which is left out, or after `maxTokens`, whichever comes first. */
export const truncateText = (
  text: string,
  limits: { readonly maxTokens: number | undefined; readonly stop: ReadonlyArray<string> }
): TruncatedText => {
  const cut =
    limits.maxTokens === undefined
      ? { text, reason: "stop" as const }
      : truncateToTokens(text, limits.maxTokens)
  const ends = limits.stop.filter((stop) => stop !== "").map((stop) => cut.text.indexOf(stop))
  const end = ends
    .filter((at) => at >= 0)
    .reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  return end === Number.POSITIVE_INFINITY ? cut : { text: cut.text.slice(0, end), reason: "stop" }
}

/** The longest delta in characters, for scripts and codes without blanks. */
const maxDeltaLength = 24

/** A text in word-sized parts; joined they are the text. */
export const splitDeltas = (text: string): ReadonlyArray<string> => {
  const words = text.match(/\s*\S+|\s+$/gu) ?? []
  return words.flatMap((word) => {
    if (word.length <= maxDeltaLength) return [word]
    const signs = Array.from(word)
    return Array.from({ length: Math.ceil(signs.length / maxDeltaLength) }, (_, part) =>
      signs.slice(part * maxDeltaLength, (part + 1) * maxDeltaLength).join("")
    )
  })
}

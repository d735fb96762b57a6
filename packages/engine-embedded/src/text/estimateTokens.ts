// Estimates the tokens of a text from its characters, ends it at a limit, and splits it into deltas for streaming.
// Source: §2.10, §4.10.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"

/** Characters examined before the task may pause. */
const chunkLength = 65_536

/** Fixed cost of a line, in characters that would cost as much. */
export const lineOverhead = 64

/** Characters examined per unit of work. */
export const charactersPerUnit = 128

/** Tokens of a text, not rounded: four ASCII characters each, or two characters of other scripts. */
export const estimateAtOnce = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** Tokens of a text, counted with pauses. Not rounded, so that sums are exact. */
export const estimateTokens = function* (text: string): CooperativeTask<number> {
  let total = 0
  for (let start = 0; start < text.length; start += chunkLength) {
    total += estimateAtOnce(text.slice(start, start + chunkLength))
    yield (lineOverhead + Math.min(chunkLength, text.length - start)) / charactersPerUnit
  }
  if (text === "") yield lineOverhead / charactersPerUnit
  return total
}

/** Tokens of texts together, counted with pauses. */
export const countTokens = function* (texts: Iterable<string>): CooperativeTask<number> {
  let total = 0
  for (const text of texts) total += yield* estimateTokens(text)
  return Math.ceil(total)
}

/** Ends a text after so many tokens, between words where it can: the reason is then `length`. */
export const truncateText = (
  text: string,
  maxTokens = Infinity
): { readonly text: string; readonly reason: "stop" | "length" } => {
  let [end, left] = [0, maxTokens]
  for (; end < text.length; end++) {
    left -= text.charCodeAt(end) < 128 ? 1 / 4 : 1 / 2
    if (left < 0) break
  }
  if (end === text.length) return { text, reason: "stop" }
  // Not between the halves of a character.
  if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end--
  const blank = text.slice(0, end + 1).search(/\s\S*$/)
  return { text: text.slice(0, blank > 0 ? blank : end).trimEnd(), reason: "length" }
}

/** Deltas of one text, at most. */
const maxDeltas = 512

/** Splits a text into words, or a long one into groups of words. */
export const splitDeltas = (text: string): ReadonlyArray<string> => {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  const each = Math.max(1, Math.ceil(words.length / maxDeltas))
  return Array.from({ length: Math.ceil(words.length / each) }, (_, at) =>
    words.slice(at * each, (at + 1) * each).join("")
  )
}

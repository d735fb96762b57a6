// Estimates the tokens of a text from its characters.
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

/** How many characters of a text have at most so many tokens, without half of a surrogate pair. */
export const lengthWithin = (text: string, tokens: number): number => {
  let [end, left] = [0, tokens]
  for (; end < text.length; end++) {
    left -= text.charCodeAt(end) < 128 ? 1 / 4 : 1 / 2
    if (left < 0) return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
  }
  return end
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

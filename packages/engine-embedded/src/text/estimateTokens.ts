// Estimates the input tokens of a text from its characters.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"

/** Characters looked at before others may run. */
const chunkLength = 65_536

/** What a line costs beside its characters, as if they were some. */
export const lineOverhead = 64

/** Characters looked at in a microsecond. */
export const charactersPerUnit = 128

/** A token is about four letters of English, or two characters of other scripts. */
export const estimateAtOnce = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** Tokens of one text, in parts that leave room for others. Not rounded: sums of them are exact. */
export const estimateTokens = function* (text: string): CooperativeTask<number> {
  let total = 0
  for (let start = 0; start < text.length; start += chunkLength) {
    total += estimateAtOnce(text.slice(start, start + chunkLength))
    yield (lineOverhead + Math.min(chunkLength, text.length - start)) / charactersPerUnit
  }
  if (text === "") yield lineOverhead / charactersPerUnit
  return total
}

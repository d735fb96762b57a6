// Counts the tokens of snippets and truncates them.
import { unspaced } from "./analyzer.ts"

/** Approximate tokens of a text: long words count several times, punctuation counts. */
export const countTokens = (text: string): number => {
  let total = 0
  for (const [part] of text.matchAll(piece)) total += tokensOf(part)
  return total
}

const piece = /\p{L}[\p{L}\p{M}]*|\d+|[^\s\p{L}\d]/gu

const tokensOf = (part: string): number => {
  if (unspaced.test(part)) return part.length
  return Math.max(1, Math.ceil(part.length / (/^\d/.test(part) ? 3 : 6)))
}

/** Truncates a text between words to a number of tokens. */
export const truncateToTokens = (text: string, tokens: number): string => {
  let total = 0
  for (const match of text.matchAll(piece)) {
    const [part] = match
    const more = tokensOf(part)
    if (total + more > tokens) {
      const kept = unspaced.test(part) ? part.slice(0, tokens - total) : ""
      return (text.slice(0, match.index) + kept).trimEnd()
    }
    total += more
  }
  return text
}

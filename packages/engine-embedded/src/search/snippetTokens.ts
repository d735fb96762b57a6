// Token counts of snippets, and cutting them to a budget.
import { unspaced } from "./analyzer.ts"

/** Tokens of a text, near enough: long words count more than once, each sign counts. */
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

/** The start of a text that has at most so many tokens, cut between words. */
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

// The words of a text as the index counts them, and what they weigh.
import { stem, tokenize } from "../text/tokenize.ts"
import { stopWords } from "../text/wordLists.ts"

/** Raised whenever the words of a text change, so that stored ones are made anew. */
export const analysis = 1

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const longest = 64

/** Scripts without spaces are cut into pairs of characters. */
const pairs = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Content words in reading order, lower case. Names such as `maxRetries` count as their words. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { kind, text: word } of tokenize(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))) {
    if (kind === "sign" || stopWords.has(word) || word.length > longest) continue
    if (unspaced.test(word)) found.push(...pairs(word))
    else found.push(word)
  }
  return found
}

/** How often each word stands in a text. */
export const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The key under which the forms of a word meet. */
export const keyOf = stem

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
export const cut = (text: string, tokens: number): string => {
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

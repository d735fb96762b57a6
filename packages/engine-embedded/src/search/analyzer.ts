// The words of a text as the index counts them, and what they weigh.
import { tokenize } from "../text/tokenize.ts"
import { stem } from "../text/stem.ts"
import { stopWords } from "../text/wordLists.ts"

/** Raised whenever the words of a text change, so that stored ones are made anew. */
export const analyzerVersion = 1

/** Scripts that put no spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const maxWordLength = 64

/** Scripts without spaces are cut into pairs of characters. */
const bigrams = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Content words in reading order, lower case. Names such as `maxRetries` count as their words. */
export const contentWords = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { kind, text: word } of tokenize(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))) {
    if (kind === "sign" || stopWords.has(word) || word.length > maxWordLength) continue
    if (unspaced.test(word)) found.push(...bigrams(word))
    else found.push(word)
  }
  return found
}

/** How often each word stands in a text. */
export const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The key under which the forms of a word meet. */
export const stemOf = stem

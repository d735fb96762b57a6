// Text analysis of the index: which words a text has, and how often.
import { stem } from "../text/stem.ts"
import { tokenize } from "../text/tokenize.ts"
import { stopWords } from "../text/wordLists.ts"

/** Version of the analysis. Raise it when its results change, so that stored indexes are rebuilt. */
export const analyzerVersion = 2

/** Scripts that put no spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const maxWordLength = 64

/** Pairs of characters, for scripts without spaces. */
const bigrams = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Content words in order, lower case. Identifiers such as `maxRetries` are split into words. */
export const contentWords = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { kind, text: word } of tokenize(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))) {
    if (kind === "sign" || stopWords.has(word) || word.length > maxWordLength) continue
    if (unspaced.test(word)) found.push(...bigrams(word))
    else found.push(word)
  }
  return found
}

/** How often each word occurs in a text. */
export const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The stem of a word, the key of the index. */
export const stemOf = stem

// Text analysis for the index: splits a text into terms, the keys of the index.
import { hasStems, stem } from "../text/stem.ts"
import { stopWords } from "../text/wordLists.ts"

/** Version of the analysis. Raise it when its results change, so that stored indexes are rebuilt. */
export const analyzerVersion = 8

/** Scripts without spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const unspacedRuns = new RegExp(`(${unspaced.source}+)`, "u")
const maxWordLength = 64

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Pairs of neighbouring characters, which serve as words in scripts without spaces. */
const bigrams = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A language that has stems; English in place of another. */
export const stemLanguage = (language: string | undefined): string =>
  language !== undefined && hasStems(language) ? language : "en"

/** The term of a word on pages of a language. Terms include the language, so that English "die" is not the German article. */
export const termOf = (word: string, language: string): string => {
  if (unspaced.test(word)) return word
  const found = stem(word, language)
  return language === "en" ? found : `${language}:${found}`
}

/** The words of a sequence of letters, in lower case: an identifier such as `maxRetries`, and the words in it. */
const wordsOf = (raw: string): ReadonlyArray<string> => {
  if (unspaced.test(raw)) {
    const runs = raw.split(unspacedRuns).filter((run) => run !== "")
    return runs.length > 1 ? runs.flatMap(wordsOf) : bigrams(raw)
  }
  if (raw.length > maxWordLength) return []
  const parts = raw.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
  return (parts.length > 1 ? [raw, ...parts] : parts).map((part) => part.toLowerCase())
}

/** The words of a text in their order. */
export const allWords = (text: string): ReadonlyArray<string> =>
  (text.match(wordPattern) ?? []).flatMap(wordsOf)

/** The terms of a text of a language ({@link stemLanguage}), each between spaces. */
export const termsOf = (text: string, language: string): string =>
  ` ${allWords(text)
    .map((word) => termOf(word, language))
    .join(" ")} `

/** The content words of a query, each once. */
export const queryWords = (text: string): ReadonlyArray<string> =>
  Array.from(new Set(allWords(text).filter((word) => !stopWords.has(word))))

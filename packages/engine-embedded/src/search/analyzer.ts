// Text analysis for the index: splits a text into terms, the keys of the index.
import { hasStems, stem } from "../text/stem.ts"
import { stopWords } from "../text/wordLists.ts"

/** Version of the analysis. Raise it when its results change, so that stored indexes are rebuilt. */
export const analyzerVersion = 5

/** Scripts without spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const maxWordLength = 64

/** Words that an analyzer caches, at most. */
const maxKnownWords = 20_000

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Pairs of neighbouring characters, which serve as words in scripts without spaces. */
const bigrams = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** An identifier such as `maxRetries`, and the words in it. */
const partsOf = (word: string): ReadonlyArray<string> => {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
  return parts.length > 1 ? [word, ...parts] : [word]
}

/** A word in lower case, and its term, which is its stem with the language. */
interface AnalyzedWord {
  readonly word: string
  readonly term: string
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

/** The words of a sequence of letters, in lower case. */
const wordsOf = (raw: string): ReadonlyArray<string> => {
  if (raw.length > maxWordLength) return []
  if (unspaced.test(raw)) return bigrams(raw)
  return partsOf(raw).map((part) => part.toLowerCase())
}

/** Makes a function that splits a text of a language ({@link stemLanguage}) into words with their terms. It caches words. */
export const makeAnalyzer = (): ((text: string, language: string) => ReadonlyArray<AnalyzedWord>) => {
  const known = new Map<string, ReadonlyArray<AnalyzedWord>>()
  return (text, language) =>
    (text.match(wordPattern) ?? []).flatMap((raw) => {
      const key = `${language}:${raw}`
      const found = known.get(key) ?? wordsOf(raw).map((word) => ({ word, term: termOf(word, language) }))
      if (known.size >= maxKnownWords) known.clear()
      known.set(key, found)
      return found
    })
}

/** The words of a text in their order. */
export const allWords = (text: string): ReadonlyArray<string> =>
  (text.match(wordPattern) ?? []).flatMap(wordsOf)

/** The content words of a query, each once. */
export const queryWords = (text: string): ReadonlyArray<string> =>
  Array.from(new Set(allWords(text).filter((word) => !stopWords.has(word))))

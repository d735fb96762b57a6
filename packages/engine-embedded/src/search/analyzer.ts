// Text analysis of the index: which terms a text has.
import { stem } from "../text/stem.ts"
import { stopWords } from "../text/wordLists.ts"

/** Version of the analysis. Raise it when its results change, so that stored indexes are rebuilt. */
export const analyzerVersion = 3

/** Scripts that put no spaces between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const maxWordLength = 64

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Pairs of characters, for scripts without spaces. */
const bigrams = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** The words of an identifier such as `maxRetries`, and the identifier itself. */
const partsOf = (word: string): ReadonlyArray<string> => {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
  return parts.length > 1 ? [word, ...parts] : [word]
}

/** A word in lower case, and its term, the key of the index. */
interface AnalyzedWord {
  readonly word: string
  readonly term: string
}

const analyze = (raw: string): ReadonlyArray<AnalyzedWord> => {
  if (raw.length > maxWordLength) return []
  if (unspaced.test(raw)) return bigrams(raw).map((word) => ({ word, term: word }))
  return partsOf(raw)
    .map((part) => part.toLowerCase())
    .filter((word) => !stopWords.has(word))
    .map((word) => ({ word, term: stem(word) }))
}

/** Analyses texts; words repeat, so each is analysed once. Forgets them when there are too many. */
export const makeAnalyzer = (): ((text: string) => ReadonlyArray<AnalyzedWord>) => {
  const known = new Map<string, ReadonlyArray<AnalyzedWord>>()
  return (text) => {
    const found: Array<AnalyzedWord> = []
    for (const raw of text.match(wordPattern) ?? []) {
      let analyzed = known.get(raw)
      if (analyzed === undefined) {
        if (known.size > 100_000) known.clear()
        analyzed = analyze(raw)
        // A copy: the word would keep its whole text in memory.
        known.set(Buffer.from(raw).toString(), analyzed)
      }
      for (const entry of analyzed) found.push(entry)
    }
    return found
  }
}

/** The content words of a short text, each once, with their terms. */
export const analyzeQuery = (text: string): ReadonlyMap<string, string> =>
  new Map((text.match(wordPattern) ?? []).flatMap(analyze).map(({ term, word }) => [word, term]))

// Quoted phrases of a query: every result has each of them, word for word.
import { allWords, termOf, unspaced } from "./analyzer.ts"
import * as limits from "./limits.ts"

/** A quoted phrase: its words, and a pattern that matches it in a text. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly pattern: RegExp
}

const quoted = /"([^"]+)"|[“„]([^“”„]+)[“”]/g

/** A pattern for words in this order, whatever their case and the punctuation between them. */
const patternOf = (words: ReadonlyArray<string>): RegExp => {
  const whole = words.join("[^\\p{L}\\p{M}\\p{N}]+")
  const before = unspaced.test(words[0]?.[0] ?? "") ? "" : "(?<![\\p{L}\\p{M}\\p{N}])"
  const after = unspaced.test(words.at(-1)?.at(-1) ?? "") ? "" : "(?![\\p{L}\\p{M}\\p{N}])"
  return new RegExp(`${before}${whole}${after}`, "iu")
}

/** The phrases in quotation marks. A single quotation mark starts no phrase. */
export const readPhrases = (query: string): ReadonlyArray<Phrase> =>
  Array.from(query.matchAll(quoted), ([, straight = "", curved = straight]) => curved)
    .slice(0, limits.queryPhrases)
    .flatMap((text) => {
      const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, limits.queryWords)
      return words.length === 0 ? [] : [{ words: allWords(words.join(" ")), pattern: patternOf(words) }]
    })

/** A term or terms in their order as FTS5 writes them. */
export const quote = (terms: string): string => `"${terms}"`

/** The pages that may have a phrase: its stems in this order, in one of the languages. */
export const matchPhrase = ({ words }: Phrase, languages: ReadonlyArray<string>): string =>
  `(${languages.map((language) => quote(words.map((word) => termOf(word, language)).join(" "))).join(" OR ")})`

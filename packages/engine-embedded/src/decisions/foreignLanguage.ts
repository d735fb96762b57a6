// Detects texts that are not English: the word vectors are English only.
import { detectLanguage } from "../text/language.ts"
import type { Token } from "../text/tokenize.ts"
import { textFrom } from "../text/tokenPatterns.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

/** Tokens that are examined, and the fewest words that a language can be detected from. */
const maxTokens = 200
const minWords = 3

/** At least this share of the words of an English text is in the vocabulary; 0.9 is usual. */
const minKnown = 0.6

/** Scripts without spaces: a sentence may be one token. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u

/**
 * Is a text in another language than English? It is when many of its words are unknown and a language other than English is
 * detected. A text of one or two words, or of names and numbers, counts as English.
 */
export const isForeignLanguage = (lexicon: Lexicon, tokens: ReadonlyArray<Token>): boolean => {
  const words = tokens
    .slice(0, maxTokens)
    // The R of "R-7" is of no language.
    .filter(({ kind, text }) => kind === "word" && /^(?:\p{L}{2}|[^\P{L}a-z])/u.test(text))
  const known = words.filter((token) => !token.content || lexicon.knows(token))
  if (known.length >= minKnown * words.length) return false
  const text = textFrom(tokens, 0, maxTokens)
  if (words.length < minWords && !unspaced.test(text)) return false
  const language = detectLanguage(text)
  return language !== undefined && language !== "en"
}

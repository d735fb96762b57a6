// Recognises texts in other languages than English, of which the word vectors know nothing.
import { detectLanguage } from "../text/language.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

/** Tokens that are read, and the fewest words that a language is read off. */
const maxTokens = 200
const minWords = 3

/** An English text has at least this share of known words among its words; most have 0.9. */
const minKnown = 0.6

/** Scripts without spaces: a sentence may be one token. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u

/**
 * Is a text in another language than English? Most of its words are unknown, and its language is recognised. A text of
 * a word or two, or of names and numbers, is not foreign.
 */
export const isForeignLanguage = (lexicon: Lexicon, tokens: Iterable<Token>): boolean => {
  const texts: Array<string> = []
  let words = 0
  let known = 0
  let read = 0
  for (const token of tokens) {
    if (read++ === maxTokens) break
    texts.push(token.text)
    if (token.kind !== "word" || !/^\p{L}/u.test(token.text)) continue
    words++
    if (!token.content || lexicon.knows(token)) known++
  }
  if (words === 0 || known >= minKnown * words) return false
  const text = texts.join(" ")
  if (words < minWords && !unspaced.test(text)) return false
  const language = detectLanguage(text)
  return language !== undefined && language !== "en"
}

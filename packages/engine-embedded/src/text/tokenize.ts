// Splits text into sentences and tokens: words with their stem, numbers, punctuation.
import { numberWords, parseNumeral } from "./numerals.ts"
import { stem } from "./stem.ts"
import { stopWords } from "./wordLists.ts"

/**
 * One token, lower case. `stem` is the same for all forms of a word. `value` is `NaN` unless the token is a number. `content`
 * is false for stop words. `sign` is punctuation or another symbol. Digits that are not one number, as in a version, are a
 * word.
 */
export interface Token {
  readonly text: string
  readonly stem: string
  readonly kind: "word" | "number" | "sign"
  readonly value: number
  readonly content: boolean
}

const tokenPattern = /\d+(?:[.,']\d+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\d]/gu
const contraction = /^(.+?)n't$/

const readToken = (text: string): Token => {
  const isNumeral = /^\d/.test(text)
  const isWord = /^[\p{L}\p{M}]/u.test(text)
  const value = isNumeral ? parseNumeral(text) : numberWords.get(text)
  const own = isWord ? stem(text) : text
  if (value !== undefined && Number.isFinite(value))
    return { text, stem: isNumeral ? String(value) : own, kind: "number", value, content: false }
  const kind = isNumeral || isWord ? "word" : "sign"
  return { text, stem: own, kind, value: Number.NaN, content: kind === "word" && !stopWords.has(text) }
}

const tokenCache = new Map<string, Token>()
const maxCachedTokens = 20_000

/** Longer words are not cached, because a substring could keep its whole text in memory. */
export const maxCachedLength = 12

/** Words repeat, so their tokens are cached. The cache is bounded. */
const tokenOf = (text: string): Token => {
  const found = tokenCache.get(text)
  if (found !== undefined) return found
  const token = readToken(text)
  if (text.length <= maxCachedLength && tokenCache.size < maxCachedTokens) tokenCache.set(text, token)
  return token
}

const pushTokens = (tokens: Array<Token>, part: string): void => {
  const negated = contraction.exec(part)
  if (negated !== null) tokens.push(tokenOf(negated[1] ?? ""), tokenOf("not"))
  else if (part === "cannot") tokens.push(tokenOf("can"), tokenOf("not"))
  else {
    const [word = part, ending] = part.split("'")
    tokens.push(tokenOf(word))
    if (ending === "ll") tokens.push(tokenOf("will"))
  }
}

/** A hyphen that is a minus sign: before a number, and not between two words or numbers. */
const minusSign = /(?<=^|[\s:(=])-(?=[$€£¥]?\d)/g

const normalizeText = (text: string): string =>
  text.toLowerCase().replaceAll(/[’‘ʼ]/g, "'").replaceAll(/[_‐‑]/g, " ").replaceAll(minusSign, "−")

/** Tokens of a text. "doesn't" becomes "does" and "not", "she'll" "she" and "will"; a possessive "'s" is dropped; "-5" becomes "−" and "5". */
export const tokenize = (text: string): Array<Token> => {
  const tokens: Array<Token> = []
  for (const [part] of normalizeText(text).matchAll(tokenPattern)) pushTokens(tokens, part)
  return tokens
}

/** The stems of a text, in order. */
export const stemsOf = (text: string): ReadonlyArray<string> => tokenize(text).map(({ stem: own }) => own)

/** The longest sentence, in tokens. Longer ones are split, so that work stays linear. */
const maxSentenceTokens = 120

/** Splits a text into sentences, at line ends and at closing punctuation, and each sentence into tokens. */
export const tokenizeSentences = (text: string): Array<Array<Token>> => {
  const found: Array<Array<Token>> = []
  for (const line of text.split(/[\n\r]+|(?<=[.!?;])["'”)\]*]*\s+/u)) {
    const tokens = tokenize(line)
    for (let start = 0; start < tokens.length; start += maxSentenceTokens) {
      found.push(tokens.slice(start, start + maxSentenceTokens))
    }
  }
  return found
}

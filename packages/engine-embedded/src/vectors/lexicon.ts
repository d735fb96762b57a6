// The lexicon: looks up the weight, vector, sentiment and related words of a word.
import { calendarStems } from "../text/calendar.ts"
import { stem } from "../text/stem.ts"
import type { Token } from "../text/tokenize.ts"
import { maxCachedLength } from "../text/tokenize.ts"
import { sidesOf } from "./synonyms.ts"
import { formsOf } from "./wordForms.ts"
import { normalize } from "./vectorMath.ts"
import type { WordVectors } from "./wordVectors.ts"

/** A word that is related to another, as a stem. */
export interface RelatedWord {
  readonly stem: string
  /** How closely it is related, 0 to 1; 1 is a form of the word itself. */
  readonly strength: number
  /** Does it mean the opposite? Then it speaks against a match. */
  readonly isAntonym: boolean
  /** Is it only near by its vector, as another thing of the same kind is: "violin" to "piano"? */
  readonly isNear: boolean
}

/** Least similarity of a nearest word, and the factor from its similarity to its strength. */
const minSimilarity = 0.5
const nearestShare = 0.9
const oppositeStrength = 0.95
const alikeStrength = 0.7

/** Finds the words related to a word; the word itself comes first. */
const findRelatedWords = (wordVectors: WordVectors, token: Token): ReadonlyArray<RelatedWord> => {
  const found = new Map<string, RelatedWord>([
    [token.stem, { stem: token.stem, strength: 1, isAntonym: false, isNear: false }]
  ])
  // Sunday is no Saturday, however near its vector is.
  if (token.kind !== "word" || calendarStems.has(token.stem)) return [...found.values()]
  const offer = (words: ReadonlyArray<string>, strength: number, isAntonym = false, isNear = false): void => {
    for (const key of words.map((word) => stem(word))) {
      const before = found.get(key)
      if (before === undefined || before.strength < strength)
        found.set(key, { stem: key, strength, isAntonym, isNear })
    }
  }
  const forms = formsOf(token.text)
  offer(forms, 1)
  for (const form of forms) {
    offer(wordVectors.opposites(form).flatMap(formsOf), oppositeStrength, true)
    for (const { antonyms, synonyms } of sidesOf(form)) {
      offer(synonyms.flatMap(formsOf), alikeStrength)
      offer(antonyms.flatMap(formsOf), oppositeStrength, true)
    }
  }
  const index = wordVectors.indexOf(token.text)
  for (const { similarity, word } of index === undefined ? [] : wordVectors.neighbours(index)) {
    if (similarity >= minSimilarity) offer([word], similarity * nearestShare, false, true)
  }
  return [...found.values()]
}

/** Looks words up. Related words are cached, within bounds. */
export interface Lexicon {
  /** Is the word in the vocabulary? */
  readonly knows: (token: Token) => boolean
  /** Weight of a word by its rarity. An integer, so that sums do not depend on their order. */
  readonly weight: (token: Token) => number
  /** The unit vector of some words: the sum of their vectors, of which those of rare words are longer. Zero for unknown words. */
  readonly vectorOf: (tokens: ReadonlyArray<Token>) => Float64Array
  /** Sentiment of the word, -5 (bad) to 5 (good); 0 for an unknown word. */
  readonly valence: (token: Token) => number
  /** The word itself, then its forms, synonyms, nearest words and antonyms. */
  readonly related: (token: Token) => ReadonlyArray<RelatedWord>
}

const unknownWeight = 12
const maxCachedWords = 20_000

/** Makes a lexicon over the word vectors. */
export const makeLexicon = (wordVectors: WordVectors): Lexicon => {
  const relatedCache = new Map<string, ReadonlyArray<RelatedWord>>()
  const { dimensions, indexOf, rank } = wordVectors
  const indexOfWord = ({ kind, text }: Token) => (kind === "word" ? indexOf(text) : undefined)

  return {
    knows: (token) => indexOf(token.text) !== undefined,
    weight: (token) => {
      const index = indexOfWord(token)
      return index === undefined ? unknownWeight : Math.round(1.2 * Math.log(rank(index) + 1))
    },
    vectorOf: (tokens) => {
      // Of integers, so that it does not depend on the order of the words.
      const sum = new Float64Array(dimensions)
      for (const token of tokens) {
        const index = indexOfWord(token)
        if (index === undefined) continue
        wordVectors.add(sum, index, Math.round((16 * 1e-3) / (1e-3 + 0.1 / rank(index))))
      }
      return normalize(sum)
    },
    valence: (token) => {
      const index = indexOf(token.text)
      return index === undefined ? 0 : wordVectors.valence(index)
    },
    related: (token) => {
      const before = relatedCache.get(token.text)
      if (before !== undefined) return before
      const found = findRelatedWords(wordVectors, token)
      if (token.text.length <= maxCachedLength && relatedCache.size < maxCachedWords)
        relatedCache.set(token.text, found)
      return found
    }
  }
}

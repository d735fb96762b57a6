// The lexicon: weight, vector, sentiment, and the synonyms and antonyms of a word.
import { stem } from "../text/stem.ts"
import type { Token } from "../text/tokenize.ts"
import { maxCachedLength } from "../text/tokenize.ts"
import type { WordVectors } from "./wordVectors.ts"

/** A stem that counts as a mention of a word: `strength` 0 to 1. An antonym (`opposite`) counts against it. */
export interface Variant {
  readonly stem: string
  readonly strength: number
  readonly opposite: boolean
}

/** What is known about words. Lookups are cached, within bounds. */
export interface Lexicon {
  readonly dimensions: number
  /** Is the word in the vocabulary? */
  readonly knows: (token: Token) => boolean
  /** Weight of a word by its rarity. An integer, so that sums do not depend on their order. */
  readonly weight: (token: Token) => number
  /** Adds the word's weighted vector to a sum, in integers. */
  readonly addVector: (token: Token, sum: Float64Array) => void
  /** Cosine of the word's vector and a unit vector, -1 to 1. */
  readonly projectOn: (token: Token, direction: Float64Array) => number
  /** Sentiment of the word, -5 (bad) to 5 (good). */
  readonly valence: (token: Token) => number
  /** The word itself, its nearest words and its antonyms. */
  readonly variants: (token: Token) => ReadonlyArray<Variant>
}

const unknownWeight = 12
const minSimilarity = 0.5
const maxCachedWords = 20_000
const prefixes = ["un", "in", "non", "dis", "im", "mis"]

const negatedForms = (wordVectors: WordVectors, word: string): Array<string> => {
  const found: Array<string> = []
  for (const prefix of prefixes) {
    if (wordVectors.indexOf(prefix + word) !== undefined) found.push(prefix + word)
    const rest = word.slice(prefix.length)
    if (word.startsWith(prefix) && rest.length > 3 && wordVectors.indexOf(rest) !== undefined) {
      if (prefix === "un" || prefix === "non" || prefix === "dis") found.push(rest)
    }
  }
  return found
}

/** Makes a lexicon over the word vectors. */
export const makeLexicon = (wordVectors: WordVectors): Lexicon => {
  const variantCache = new Map<string, ReadonlyArray<Variant>>()
  const { dimensions, table } = wordVectors

  const findVariants = (token: Token): ReadonlyArray<Variant> => {
    const found = new Map<string, Variant>([[token.stem, { stem: token.stem, strength: 1, opposite: false }]])
    const offer = (word: string, strength: number, opposite: boolean): void => {
      const key = stem(word)
      const before = found.get(key)
      if (before === undefined || before.strength < strength)
        found.set(key, { stem: key, strength, opposite })
    }
    if (token.kind !== "word") return [...found.values()]
    for (const word of wordVectors.opposites(token.text)) offer(word, 0.95, true)
    for (const word of negatedForms(wordVectors, token.text)) offer(word, 0.95, true)
    const index = wordVectors.indexOf(token.text)
    if (index === undefined) return [...found.values()]
    for (const { word, similarity } of wordVectors.neighbours(index)) {
      if (similarity >= minSimilarity) offer(word, similarity * 0.9, false)
    }
    return [...found.values()]
  }

  return {
    dimensions,
    knows: (token) => wordVectors.indexOf(token.text) !== undefined,
    weight: (token) => {
      const index = token.kind === "word" ? wordVectors.indexOf(token.text) : undefined
      return index === undefined ? unknownWeight : Math.round(1.2 * Math.log(wordVectors.rank(index) + 1))
    },
    addVector: (token, sum) => {
      const index = token.kind === "word" ? wordVectors.indexOf(token.text) : undefined
      if (index === undefined) return
      const frequency = 0.1 / wordVectors.rank(index)
      const scale = Math.round((16 * 1e-3) / (1e-3 + frequency))
      for (let d = 0; d < dimensions; d++)
        sum[d] = (sum[d] ?? 0) + scale * (table[index * dimensions + d] ?? 0)
    },
    projectOn: (token, direction) => {
      const index = token.kind === "word" ? wordVectors.indexOf(token.text) : undefined
      if (index === undefined) return 0
      let dot = 0
      let square = 0
      for (let d = 0; d < dimensions; d++) {
        const value = table[index * dimensions + d] ?? 0
        dot += value * (direction[d] ?? 0)
        square += value * value
      }
      return square === 0 ? 0 : dot / Math.sqrt(square)
    },
    valence: (token) => {
      const index = wordVectors.indexOf(token.text)
      return index === undefined ? 0 : wordVectors.valence(index)
    },
    variants: (token) => {
      const before = variantCache.get(token.text)
      if (before !== undefined) return before
      const found = findVariants(token)
      if (token.text.length <= maxCachedLength && variantCache.size < maxCachedWords)
        variantCache.set(token.text, found)
      return found
    }
  }
}

// Extracts the features of a text: the sum of its word vectors, and hashed words (feature hashing).
import * as Effect from "effect/Effect"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import { piecesOf } from "../text/pieces.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"

/** Features of a text: plain sums, which the projection normalises. */
export interface Features {
  /** Sum of the vectors of its words; rare words weigh more. */
  readonly meaning: Float64Array
  /** Squared weights of stems and of trigrams of unknown words, by hash. */
  readonly words: Map<number, number>
}

/** FNV-1a over UTF-16 units, seeded with the kind of feature. */
const hashOf = (kind: string, text: string): number => {
  let hash = Math.imul(kind.charCodeAt(0) ^ 0x811c9dc5, 0x01000193)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const chunkLength = 2048
const maxTrigrams = 24
const unknownWeight = 1.1
const trigramWeight = 0.5

const add = ({ words }: Features, hash: number, weight: number): void => {
  words.set(hash, (words.get(hash) ?? 0) + weight * weight)
}

/** Trigrams make an unknown word and its misspelling similar. */
const addTrigrams = (features: Features, word: string): void => {
  const framed = `<${word}>`
  const count = Math.min(maxTrigrams, framed.length - 2)
  const weight = (trigramWeight * unknownWeight) / Math.sqrt(count)
  for (let at = 0; at < count; at++) add(features, hashOf("p", framed.slice(at, at + 3)), weight)
}

/** Makes the function that extracts the features of a text. */
export const makeFeatureReader = (wordVectors: WordVectors) => {
  const { dimensions, indexOf, rank, size } = wordVectors
  const rarest = Math.log(1 + size)

  /** Weight of a word by its rarity, 0 to about 1; a number is as rare as an unknown word. */
  const weightOf = (index: number | undefined): number =>
    index === undefined ? unknownWeight : Math.min(1, Math.log(1 + rank(index)) / rarest)

  const addTokens = (features: Features, tokens: ReadonlyArray<Token>): void => {
    for (const token of tokens) {
      if (!token.content && token.kind !== "number") continue
      const index = token.kind === "word" ? indexOf(token.text) : undefined
      add(features, hashOf("w", token.stem), weightOf(index))
      if (index !== undefined) wordVectors.add(features.meaning, index, 1 / (1 + 100 / rank(index)))
      else if (token.kind === "word") addTrigrams(features, token.text)
    }
  }

  return Effect.fnUntraced(function* (text: string, slicer: TimeSlicer) {
    const features: Features = { meaning: new Float64Array(dimensions), words: new Map() }
    for (const piece of piecesOf(text, chunkLength)) {
      addTokens(features, tokenize(piece))
      yield* slicer.spend(2 + piece.length / 2)
    }
    // A text of stop words, punctuation or spaces is a feature itself.
    if (features.words.size === 0) add(features, hashOf("b", text), 1)
    return features
  })
}

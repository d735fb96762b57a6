// The embeddings engine. The vector of a chunk combines its own words with the document around it.
import type { Embedder, EmbedTask } from "@leadline/core/embeddings"
import { sizeOf, sizes } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type CooperativeTask, makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateTokens } from "../text/estimateTokens.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { type Features, makeFeatureReader } from "./features.ts"
import { blockSize, makeProjection } from "./projection.ts"

/**
 * Weights of the document's chunks relative to a chunk's own words: the first chunk, which mostly names the subject; all
 * others together; and the chunk just before, which "it" and "they" refer to.
 */
const contextWeights = { opening: 0.75, rest: 0.3, before: 0.1 } as const

/** Writes the sum of `own` and its weighted context to `sum`. The context is without `own`. */
const addContext = (
  own: Float32Array,
  sum: Float32Array,
  { before, subject, whole }: { readonly [part in "before" | "subject" | "whole"]: Float32Array }
): void => {
  let square = 0
  for (let at = 0; at < blockSize; at++) square += ((whole[at] ?? 0) - (own[at] ?? 0)) ** 2
  const rest = contextWeights.rest / Math.max(1e-9, Math.sqrt(square))
  for (let at = 0; at < sum.length; at++) {
    const value = own[at] ?? 0
    sum[at] =
      value +
      rest * ((whole[at] ?? 0) - value) +
      contextWeights.opening * (subject[at] ?? 0) +
      contextWeights.before * (before[at] ?? 0)
  }
}

/** Tokens of each text, each rounded up, as for decisions but without fixed tokens. */
const countTokens = function* (texts: ReadonlyArray<string>): CooperativeTask<ReadonlyArray<number>> {
  const counts: Array<number> = []
  for (const text of texts) counts.push(Math.ceil(yield* estimateTokens(text)))
  return counts
}

/** An embeddings engine over word vectors. It keeps no state between requests. */
export const makeEmbedder = (wordVectors: WordVectors): Embedder => {
  const readFeatures = makeFeatureReader(wordVectors)
  const small = makeProjection(sizes["0.6b"])
  const large = makeProjection(sizes["4b"])
  // Shared by all documents: they are counted and embedded one by one, and many are too short to fill a slice.
  const slicer = makeTimeSlicer()

  const readAll = Effect.fnUntraced(function* ({ chunks, dimensions, model }: EmbedTask) {
    const sketcher = sizeOf(model) === sizes["4b"] ? large : small
    const length = Math.ceil(dimensions / blockSize) * blockSize
    const cost = length / 16
    const read: Array<Features> = []
    const whole = new Float32Array(length)
    for (const chunk of chunks) {
      const features = yield* readFeatures(chunk, slicer)
      read.push(features)
      sketcher.add(features, whole)
      yield* slicer.spend(2 + (cost * features.words.size) / 64)
    }
    const nothing = new Float32Array(length)
    const subject = new Float32Array(length)
    if (read[0] !== undefined) sketcher.add(read[0], subject)
    // Reused buffers: the sum of the chunk, that of the chunk before, and the result.
    let own = new Float32Array(length)
    let before = new Float32Array(length)
    const result = new Float32Array(length)
    const vectorOf = Effect.fnUntraced(function* (features: Features, place: number) {
      ;[own, before] = [before.fill(0), own]
      sketcher.add(features, own)
      // A document of one chunk has no context, and the first chunk is not its own context.
      if (read.length === 1) result.set(own)
      else addContext(own, result, { before, subject: place === 0 ? nothing : subject, whole })
      sketcher.finish(result)
      yield* slicer.spend(cost * (1 + features.words.size / 64))
      return result
    })
    return Stream.mapEffect(Stream.fromIterable(read), vectorOf)
  })

  return {
    countTokens: (texts) => slicer.run(countTokens(texts)),
    embed: (task) => Stream.unwrap(readAll(task))
  }
}

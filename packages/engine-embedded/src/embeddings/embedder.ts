// The embeddings engine. The vector of a chunk combines its own words with those of the chunk that opens its document.
import type { Embedder, EmbedTask } from "@leadline/core/embeddings"
import { sizeOf, sizes } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateTokens } from "../text/estimateTokens.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { makeFeatureReader } from "./features.ts"
import { blockSize, makeProjection } from "./projection.ts"

/** Weight of the opening chunk, which mostly names the subject, relative to a chunk's own words. */
const openingWeight = 0.75

/** An embeddings engine over word vectors. It keeps no state between requests. */
export const makeEmbedder = (wordVectors: WordVectors): Embedder => {
  const readFeatures = makeFeatureReader(wordVectors)
  const small = makeProjection(sizes["0.6b"])
  const large = makeProjection(sizes["4b"])
  // Shared by all documents: they are counted and embedded one by one, and many are too short to fill a slice.
  const slicer = makeTimeSlicer()

  const embed = ({ chunks, dimensions, model }: EmbedTask) => {
    const projection = sizeOf(model) === sizes["4b"] ? large : small
    const length = Math.ceil(dimensions / blockSize) * blockSize
    // Reused for all chunks.
    const result = new Float32Array(length)
    let opening: Float32Array | undefined
    const vectorOf = Effect.fnUntraced(function* (chunk: string) {
      const features = yield* readFeatures(chunk, slicer)
      result.fill(0)
      projection.add(features, result)
      if (opening === undefined) opening = result.slice()
      else
        for (let at = 0; at < length; at++)
          result[at] = (result[at] ?? 0) + openingWeight * (opening[at] ?? 0)
      projection.finish(result)
      yield* slicer.spend(2 + (length / 16) * (1 + features.words.size / 64))
      return result
    })
    return Stream.mapEffect(Stream.fromIterable(chunks), vectorOf)
  }

  return {
    // Each text is rounded up, as for decisions but without fixed tokens.
    countTokens: Effect.forEach((text) => Effect.map(slicer.run(estimateTokens(text)), Math.ceil)),
    embed: (task) => Stream.suspend(() => embed(task))
  }
}

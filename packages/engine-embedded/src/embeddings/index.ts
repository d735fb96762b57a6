// The embedded embeddings engine: vectors of texts from the vectors of their words, offline. The vector of a chunk combines its
// own words with those of the chunk that opens its document.
import * as Contextualized from "@leadline/core/contextualized-embeddings"
import * as Plain from "@leadline/core/embeddings"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateTokens } from "../text/estimateTokens.ts"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/dataFile.ts"
import type { EngineDataError, WordVectors } from "../vectors/wordVectors.ts"
import { makeFeatureReader } from "./features.ts"
import { blockSize, makeProjection } from "./projection.ts"

/** Weight of the opening chunk, which mostly names the subject, relative to a chunk's own words. */
const openingWeight = 0.75

/** An embeddings engine over word vectors. It keeps no state between requests. */
export const makeEmbedder = (wordVectors: WordVectors): Plain.Embedder => {
  const readFeatures = makeFeatureReader(wordVectors)
  const small = makeProjection(Plain.sizes["0.6b"])
  const large = makeProjection(Plain.sizes["4b"])
  // Shared by all documents: they are counted and embedded one by one, and many are too short to fill a slice.
  const slicer = makeTimeSlicer()

  return {
    // Each text is rounded up, as for decisions but without fixed tokens.
    countTokens: Effect.forEach((text) => Effect.map(slicer.run(estimateTokens(text)), Math.ceil)),
    embed: ({ chunks, dimensions, model }) =>
      Stream.suspend(() => {
        const projection = Plain.sizeOf(model) === Plain.sizes["4b"] ? large : small
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
      })
  }
}

/** The engine costs nothing. */
const prices = Object.fromEntries(Object.keys(Plain.prices).map((model) => [model, 0]))

const layerOver = <I, S>(tag: Context.Service<I, S>, make: (embedder: Plain.Embedder) => S) =>
  Layer.effect(
    tag,
    Effect.map(SharedWordVectors, (wordVectors) => make(makeEmbedder(wordVectors)))
  ).pipe(Layer.provide(layerSharedWordVectors))

/**
 * `ContextualizedEmbeddings` answered in process. Building it fails with `EngineDataError` when the data file is
 * unusable.
 */
export const layerContextualizedEmbeddings: Layer.Layer<
  Contextualized.ContextualizedEmbeddings,
  EngineDataError
> = layerOver(Contextualized.ContextualizedEmbeddings, (embedder) =>
  Contextualized.make(Contextualized.fromEmbedder(embedder, prices))
)

/** `Embeddings` answered in process. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerEmbeddings: Layer.Layer<Plain.Embeddings, EngineDataError> = layerOver(
  Plain.Embeddings,
  (embedder) => Plain.make(Plain.fromEmbedder(embedder, prices))
)

// The embeddings engine: each chunk by its own words, and by those of the document around it.
import type { Embedder, EmbedTask } from "@leadline/core/embeddings"
import { sizeOf, sizes } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makePace } from "../scheduling/timeSlicer.ts"
import type { Weights } from "../vectors/wordVectors.ts"
import { countTokens } from "./countTokens.ts"
import { type Features, makeReader } from "./features.ts"
import { block, makeSketcher } from "./projection.ts"

/**
 * How much a document counts beside a chunk's own words, which are 1: its opening, which mostly names the subject;
 * the rest of it together; and the chunk just before, to which "it" and "they" point.
 */
const context = { opening: 0.75, rest: 0.3, before: 0.1 } as const

/** Adds to `own` what its document says, all but `own` itself. */
const addContext = (
  own: Float32Array,
  sum: Float32Array,
  { before, subject, whole }: { readonly [part in "before" | "subject" | "whole"]: Float32Array }
): void => {
  let square = 0
  for (let at = 0; at < block; at++) square += ((whole[at] ?? 0) - (own[at] ?? 0)) ** 2
  const rest = context.rest / Math.max(1e-9, Math.sqrt(square))
  for (let at = 0; at < sum.length; at++) {
    const value = own[at] ?? 0
    sum[at] =
      value +
      rest * ((whole[at] ?? 0) - value) +
      context.opening * (subject[at] ?? 0) +
      context.before * (before[at] ?? 0)
  }
}

/** An engine over word vectors. It keeps no state; requests do not touch each other. */
export const makeEmbedder = (weights: Weights): Embedder => {
  const reader = makeReader(weights)
  const small = makeSketcher(sizes["0.6b"])
  const large = makeSketcher(sizes["4b"])
  // One for all counts: documents are counted one by one, and many are too short to fill a slice.
  const counting = makePace()

  const readAll = Effect.fnUntraced(function* ({ chunks, dimensions, model }: EmbedTask) {
    const pace = makePace()
    const sketcher = sizeOf(model) === sizes["4b"] ? large : small
    const length = Math.ceil(dimensions / block) * block
    const cost = length / 16
    const read: Array<Features> = []
    const whole = new Float32Array(length)
    for (const chunk of chunks) {
      const features = yield* reader.read(chunk, pace)
      read.push(features)
      sketcher.add(features, 1, whole)
      yield* pace.spend(2 + (cost * features.words.size) / 64)
    }
    const nothing = new Float32Array(length)
    const subject = new Float32Array(length)
    if (read[0] !== undefined) sketcher.add(read[0], 1, subject)
    // Three places in turn: the chunk's own sum, the one before, and the result.
    let own = new Float32Array(length)
    let before = new Float32Array(length)
    const result = new Float32Array(length)
    const vectorOf = Effect.fnUntraced(function* (features: Features, place: number) {
      ;[own, before] = [before.fill(0), own]
      sketcher.add(features, 1, own)
      // A chunk that is all of its document has no context, and the opening is none of itself.
      if (read.length === 1) result.set(own)
      else addContext(own, result, { before, subject: place === 0 ? nothing : subject, whole })
      sketcher.finish(result)
      yield* pace.spend(cost * (1 + features.words.size / 64))
      return result
    })
    return Stream.mapEffect(Stream.fromIterable(read), vectorOf)
  })

  return {
    countTokens: (texts) => countTokens(texts, counting),
    embed: (task) => Stream.unwrap(readAll(task))
  }
}

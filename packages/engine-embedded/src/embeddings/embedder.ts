// The embeddings engine: each chunk by its own words, and by those of the document around it.
import type { Embedder, EmbedTask } from "@leadline/core/embeddings"
import { sizeOf, sizes } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makePace } from "../pace.ts"
import type { Weights } from "../vectors.ts"
import { countTokens } from "./count.ts"
import { type Features, makeReader, merge } from "./features.ts"
import { block, makeSketcher } from "./sketch.ts"

/**
 * How much a document counts beside a chunk's own words: its opening, which mostly names the subject, all of it
 * together, and the chunk just before, to which "it" and "they" point.
 */
const context = { opening: 0.45, whole: 0.3, before: 0.1 } as const

/** An engine over word vectors. It keeps no state; requests do not touch each other. */
export const makeEmbedder = (weights: Weights): Embedder => {
  const reader = makeReader(weights)
  const small = makeSketcher(sizes["0.6b"])
  const large = makeSketcher(sizes["4b"])

  const readAll = Effect.fnUntraced(function* ({ chunks, dimensions, model }: EmbedTask) {
    const pace = makePace()
    const sketcher = sizeOf(model) === sizes["4b"] ? large : small
    const blocks = Math.ceil(dimensions / block)
    const read: Array<Features> = []
    const whole: Features = { meaning: new Float64Array(reader.dimensions), words: new Map() }
    for (const chunk of chunks) {
      const features = yield* reader.read(chunk, pace)
      read.push(features)
      merge(whole, features)
      yield* pace.spend(2 + features.words.size / 4)
    }
    const shared = new Float64Array(blocks * block)
    const [opening] = read
    // A chunk that is all of its document has no context but itself.
    if (opening !== undefined && read.length > 1) {
      sketcher.add(opening, context.opening, shared)
      sketcher.add(whole, context.whole, shared)
      yield* pace.spend(blocks * (whole.words.size / 16))
    }
    const vectorAt = Effect.fnUntraced(function* (place: number) {
      const sum = shared.slice()
      const own = read[place]
      const before = read[place - 1]
      if (own !== undefined) sketcher.add(own, 1, sum)
      if (before !== undefined) sketcher.add(before, context.before, sum)
      yield* pace.spend(blocks * (12 + ((own?.words.size ?? 0) + (before?.words.size ?? 0)) / 16))
      return sketcher.components(sum)
    })
    return Stream.mapEffect(Stream.range(0, read.length - 1), vectorAt)
  })

  return { countTokens, embed: (task) => Stream.unwrap(readAll(task)) }
}

// Fake embeddings engines, plain and contextualized: vectors by position; a text can ask for a token count or a failure.
import * as Contextualized from "@leadline/core/contextualized-embeddings"
import { Embeddings, type Embedder, fromEmbedder, make } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { failureNamed } from "./decisions.ts"

/** `tokens:n` has n tokens; any other text one for each word, at least one. */
const tokensOf = (text: string): number =>
  Number(/^tokens:(\d+)$/.exec(text)?.[1] ?? Math.max(1, text.match(/\S+/g)?.length ?? 0))

/** Component `d` of chunk `place` of `count`: a multiple of 1/127, so that int8 is exact. */
const component = (d: number, place: number, count: number): number =>
  (((d * 7 + place * 31 + count) % 255) - 127) / 127

/** A text `fail:Tag` fails with that class. */
export const fakeEmbedder: Embedder = {
  countTokens: (texts) => Effect.succeed(texts.map(tokensOf)),
  embed: ({ chunks, dimensions }) =>
    Stream.fromIterable(chunks.entries()).pipe(
      Stream.mapEffect(([place, text]) => {
        const failure = failureNamed(text.startsWith("fail:") ? text.slice(5) : "")
        const one = () =>
          Float64Array.from({ length: dimensions }, (_, d) => component(d, place, chunks.length))
        return failure === undefined ? Effect.sync(one) : Effect.fail(failure)
      })
    )
}

/** The fake contextualized embeddings service. */
export const layerFakeContextualizedEmbeddings: Layer.Layer<Contextualized.ContextualizedEmbeddings> =
  Layer.succeed(
    Contextualized.ContextualizedEmbeddings,
    Contextualized.make(Contextualized.fromEmbedder(fakeEmbedder))
  )

/** The fake embeddings service. */
export const layerFakeEmbeddings: Layer.Layer<Embeddings> = Layer.succeed(
  Embeddings,
  make(fromEmbedder(fakeEmbedder))
)

// Retrieval of chunks that do not name their subject, with all sizes and encodings of vectors.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerContextualizedEmbeddings, layerEmbeddings } from "../../src/index.ts"
import { figures, type Form, ownSet } from "../../tools/embeddings/retrieval.ts"

/** The weights were chosen by the queries with even indexes; this test uses the others. */
const half = (odd: 0 | 1) => ({
  ...ownSet,
  queries: ownSet.queries.filter((_, place) => place % 2 === odd)
})

const both = (form: Form, set = ownSet) =>
  Effect.all({
    plain: figures(set, form, "plain"),
    contextual: figures(set, form, "contextual")
  }).pipe(Effect.provide(Layer.merge(layerContextualizedEmbeddings, layerEmbeddings)))

describe("the own set", () => {
  it("has 50 queries over 17 documents, each with a chunk to find", () => {
    assert.isAtLeast(ownSet.queries.length, 50)
    for (const { chunk, document, query } of ownSet.queries) {
      const found = ownSet.documents.find(({ id }) => id === document)
      assert.isString(found?.chunks[chunk], query)
    }
  })
})

describe("context", () => {
  it.effect("finds the right chunk three times as often, on queries nothing was fitted to", () =>
    Effect.gen(function* () {
      const { contextual, plain } = yield* both({ size: "0.6b" }, half(1))
      assert.isAtLeast(contextual.first, 3 * plain.first)
      assert.isAtLeast(contextual.first, 0.45)
      assert.isAbove(contextual.reciprocal, plain.reciprocal + 0.25)
    })
  )

  it.effect("does not lose the document", () =>
    Effect.gen(function* () {
      const { contextual, plain } = yield* both({ size: "4b" })
      assert.isAtLeast(contextual.document, plain.document)
      assert.isAtLeast(contextual.document, 0.95)
    })
  )
})

describe("short and packed vectors", () => {
  it.effect("keep most of what whole ones find", () =>
    Effect.gen(function* () {
      const whole = (yield* both({ size: "4b" })).contextual.reciprocal
      const forms: ReadonlyArray<Form> = [
        { size: "4b", dimensions: 512 },
        { size: "0.6b", dimensions: 128 },
        { size: "4b", encoding_format: "base64_binary" }
      ]
      for (const form of forms) {
        const { contextual } = yield* both(form)
        assert.isAtLeast(contextual.reciprocal, 0.85 * whole, JSON.stringify(form))
      }
    })
  )
})

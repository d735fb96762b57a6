// Properties of the vectors: similarity, components, tokens, pauses.
import { assert, describe } from "vitest"
import { cosine } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makeEmbedder } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { interruptedAfter } from "../support/turns.ts"
import { wordVectors } from "../support/wordVectors.ts"

const engine = makeEmbedder(wordVectors)

const embed = (chunks: ReadonlyArray<string>, dimensions = 1024) =>
  engine.embed({ model: "svc-embed-context-v1-0.6b", chunks, dimensions }).pipe(
    Stream.map((vector) => Float32Array.from(vector)),
    Stream.runCollect
  )

const closeness = (left: string, right: string, dimensions = 1024) =>
  Effect.map(Effect.all([embed([left], dimensions), embed([right], dimensions)]), ([[a = []], [b = []]]) =>
    cosine(a, b)
  )

describe("closeness", () => {
  test("is 1 for the same words, whatever the case and the small words", function* () {
    assert.closeTo(yield* closeness("The refund of the invoice", "refund invoice"), 1, 1e-6)
  })

  test("is higher for related words than for others, without a word in common", function* () {
    const rows = [
      ["The physician treated the patient.", "A doctor works at the hospital.", "The train leaves at noon."],
      ["The boat lies in the harbour.", "Ships are moored at the dock.", "The cake needs more sugar."]
    ] as const
    for (const [text, near, far] of rows)
      assert.isAbove(yield* closeness(text, near), 0.05 + (yield* closeness(text, far)), text)
  })

  test("of unknown words holds through a misspelling", function* () {
    const near = yield* closeness("Zorvaxil", "Zorvaxill")
    assert.isAbove(near, 0.2 + (yield* closeness("Zorvaxil", "Quembloth")))
  })
})

describe("components", () => {
  test("are never all zero, also for blanks, signs, small words and half characters", function* () {
    for (const text of [" ", "\n", "?!", "the of and", "\ud800", "\u0000", "東京", "a".repeat(40_000)]) {
      const [vector = new Float32Array(0)] = yield* embed([text])
      assert.isTrue(
        vector.some((value) => value !== 0) && vector.every(Number.isFinite),
        JSON.stringify(text.slice(0, 9))
      )
    }
  })

  test("of a document's only chunk are those of the text alone; the opening pulls the others near", function* () {
    const [alone = []] = yield* embed(["It opens at eight."])
    const [opening = [], second = []] = yield* embed(["The harbour office of Split", "It opens at eight."])
    const [, other = []] = yield* embed(["The museum of clocks in Riga", "It opens at eight."])
    assert.isBelow(cosine(alone, second), 0.95)
    assert.isAbove(cosine(alone, second), 0.5)
    assert.isAbove(cosine(second, opening), 0.2 + cosine(other, opening))
  })
})

test("tokens are a quarter of the letters of English, half of others, and at least one a text", function* () {
  const counts = yield* engine.countTokens(["a", "four", "12345", "東京", "東京の", "x".repeat(131_072)])
  assert.deepStrictEqual(counts, [1, 1, 2, 1, 2, 32_768])
})

test("embedding many tokens stops when it is interrupted", function* () {
  const chunks = Array.from(
    { length: 500 },
    (_, at) => `chunk ${at} is about the harbour and boat ${at % 97}`
  )
  const embedding = engine.embed({ model: "svc-embed-context-v1-4b", chunks, dimensions: 2560 })
  const { isInterrupted, turnsAfter } = yield* interruptedAfter(10, Stream.runDrain(embedding))
  assert.isTrue(isInterrupted)
  assert.isAtMost(turnsAfter, 2)
})

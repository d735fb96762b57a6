// Properties of the vectors: similarity, components, tokens, time.
import { assert, describe, it } from "@effect/vitest"
import { cosine } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as FileSystem from "node:fs"
import { loadWordVectors, makeEmbedder } from "../../src/index.ts"

const weights = await Effect.runPromise(
  loadWordVectors(FileSystem.readFileSync(new URL("../../data/vectors.bin", import.meta.url)))
)
const engine = makeEmbedder(weights)

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
  it.effect("is 1 for the same words, whatever the case and the small words", () =>
    Effect.gen(function* () {
      assert.closeTo(yield* closeness("The refund of the invoice", "refund invoice"), 1, 1e-6)
    })
  )

  it.effect("is higher for related words than for others, without a word in common", () =>
    Effect.gen(function* () {
      const rows = [
        [
          "The physician treated the patient.",
          "A doctor works at the hospital.",
          "The train leaves at noon."
        ],
        ["The boat lies in the harbour.", "Ships are moored at the dock.", "The cake needs more sugar."],
        ["Stocks fell on Monday.", "Shares lost value in the market.", "He painted the kitchen wall."]
      ] as const
      for (const [text, near, far] of rows)
        assert.isAbove(yield* closeness(text, near), 0.05 + (yield* closeness(text, far)), text)
    })
  )

  it.effect("of unknown words holds through a misspelling", () =>
    Effect.gen(function* () {
      const near = yield* closeness("Zorvaxil", "Zorvaxill")
      assert.isAbove(near, 0.2 + (yield* closeness("Zorvaxil", "Quembloth")))
    })
  )

  it.effect("is told by 128 components nearly as by all", () =>
    Effect.gen(function* () {
      const pairs = [
        ["a dog in the garden", "a cat in the garden"],
        ["the price of oil", "oil prices rise"],
        ["winter in Norway", "a recipe for bread"]
      ] as const
      for (const [left, right] of pairs)
        assert.closeTo(yield* closeness(left, right, 128), yield* closeness(left, right), 0.2)
    })
  )
})

describe("components", () => {
  it.effect("are within -1 and 1 almost always, spread over all places, with both signs", () =>
    Effect.gen(function* () {
      const [vector = new Float32Array(0)] = yield* embed([
        "Harbour rules for boats longer than twelve metres"
      ])
      const square = vector.reduce((sum, value) => sum + value * value, 0) / vector.length
      assert.closeTo(Math.sqrt(square), 0.3, 0.02)
      assert.isBelow(vector.filter((value) => Math.abs(value) > 1).length, 20)
      const above = vector.filter((value) => value > 0).length
      assert.isTrue(above > 400 && above < 624, String(above))
    })
  )

  it.effect("are never all zero, also for blanks, signs, small words and half characters", () =>
    Effect.gen(function* () {
      for (const text of [" ", "\n", "?!", "the of and", "\ud800", "\u0000", "東京", "a".repeat(40_000)]) {
        const [vector = new Float32Array(0)] = yield* embed([text])
        assert.isTrue(
          vector.some((value) => value !== 0) && vector.every(Number.isFinite),
          JSON.stringify(text.slice(0, 9))
        )
      }
    })
  )

  it.effect("of a document's only chunk are those of the text alone; the opening pulls the others near", () =>
    Effect.gen(function* () {
      const [alone = []] = yield* embed(["It opens at eight."])
      const [opening = [], second = []] = yield* embed(["The harbour office of Split", "It opens at eight."])
      const [, other = []] = yield* embed(["The museum of clocks in Riga", "It opens at eight."])
      assert.isBelow(cosine(alone, second), 0.95)
      assert.isAbove(cosine(alone, second), 0.5)
      assert.isAbove(cosine(second, opening), 0.2 + cosine(other, opening))
    })
  )
})

describe("tokens", () => {
  it.effect("are a quarter of the letters of English, half of others, and at least one a text", () =>
    Effect.gen(function* () {
      const counts = yield* engine.countTokens(["a", "four", "12345", "東京", "東京の", "x".repeat(131_072)])
      assert.deepStrictEqual(counts, [1, 1, 2, 1, 2, 32_768])
    })
  )
})

describe("120,000 tokens", () => {
  const chunks = Array.from(
    { length: 4000 },
    (_, at) => `chunk ${at} is about the harbour and boat ${at % 97} of it`
  )

  it.live("leave room for timers", () =>
    Effect.gen(function* () {
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      const count = yield* Stream.runCount(
        engine.embed({ model: "svc-embed-context-v1-4b", chunks, dimensions: 2560 })
      )
      clearInterval(timer)
      assert.strictEqual(count, 4000)
      assert.isAbove(ticks, 20)
    })
  )

  it.live("in one text leave room too", () =>
    Effect.gen(function* () {
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      yield* embed([chunks.join(" ")])
      clearInterval(timer)
      assert.isAbove(ticks, 10)
    })
  )

  it.live("stop when they are interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(embed(chunks, 2560))
      yield* Effect.sleep(20)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual((yield* Fiber.await(fiber))._tag, "Failure")
    })
  )
})

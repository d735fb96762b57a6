// What `fromEmbedder` does for an engine, and what it makes of an engine that breaks it.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Contextualized from "../../../src/resources/embeddings/contextualized/index.ts"
import { type Embedder, fromEmbedder, make, prices } from "../../../src/resources/embeddings/index.ts"
import { test } from "../../fixtures/effects.ts"

const good: Embedder = {
  countTokens: (texts) => Effect.succeed(texts.map(({ length }) => length)),
  embed: ({ chunks }) =>
    Stream.fromIterable(chunks.map((_, place) => new Float32Array(2560).fill(place === 0 ? 1 : -1)))
}

const over = (embedder: Partial<Embedder>, given = prices) =>
  Contextualized.make(Contextualized.fromEmbedder({ ...good, ...embedder }, given))
const request = { model: "svc-embed-context-v1-0.6b", input: [["ab", "c"]], dimensions: 128 } as const

describe("an embedder", () => {
  test("is asked for each document or text, and what is beyond the dimensions is cut off", function* () {
    const tasks: Array<unknown> = []
    const embedder: Embedder = { ...good, embed: (task) => (tasks.push(task), good.embed(task)) }
    const configured = { ...prices, "svc-embed-context-v1-0.6b": 1.5 }
    const { data, usage } = yield* over(embedder, configured).create(request)
    const model = "svc-embed-v1-4b"
    yield* make(fromEmbedder(embedder, prices)).create({ model, input: ["ab", "c"] })
    assert.deepStrictEqual(tasks, [
      { model: "svc-embed-context-v1-0.6b", chunks: ["ab", "c"], dimensions: 128 },
      { model, chunks: ["ab"], dimensions: 2560 },
      { model, chunks: ["c"], dimensions: 2560 }
    ])
    assert.deepStrictEqual(
      data[0]?.data.map(({ embedding }) => [...Buffer.from(embedding, "base64")]),
      [Array(128).fill(127), Array(128).fill(129)]
    )
    assert.deepInclude(usage, {
      prompt_tokens: 3,
      cost: { input_cost: 0.0000045, total_cost: 0.0000045, currency: "USD" }
    })
  })

  test("fails after a minute", function* () {
    const service = over({ embed: () => Stream.fromEffect(Effect.never) })
    const fiber = yield* Effect.forkChild(Effect.flip(service.create(request)))
    yield* TestClock.adjust(59_999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* Fiber.join(fiber))._tag, "DeadlineExceededError")
  })
})

const broken: ReadonlyArray<readonly [string, Partial<Embedder>]> = [
  ["half a token", { countTokens: () => Effect.succeed([1, 0.5]) }],
  ["a vector too few", { embed: () => Stream.make(new Float32Array(128)) }],
  [
    "a component that is no number",
    { embed: () => Stream.make(new Float32Array(128), new Float32Array(128).fill(Number.NaN)) }
  ]
]

test.each(broken)("an engine that gives %s is an InternalServerError", function* ([, embedder]) {
  const error = yield* Effect.flip(over(embedder).create(request))
  assert.strictEqual(error._tag, "InternalServerError")
})

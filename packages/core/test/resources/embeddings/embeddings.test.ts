// Vectors as bytes and base64, how close they are, and what an engine that breaks them gets.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { toBase64 } from "../../../src/protocol/base64.ts"
import { fromBase64 } from "../../../src/resources/embeddings/fromBase64.ts"
import { pack } from "../../../src/resources/embeddings/packing.ts"
import { cosine, dot, hamming, toBits, toInt8 } from "../../../src/resources/embeddings/vector.ts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Contextualized from "../../../src/resources/embeddings/contextualized/index.ts"
import { type Embedder, prices } from "../../../src/resources/embeddings/index.ts"
import { test } from "../../fixtures/effects.ts"

it("base64 is what every other encoder writes, and comes back", () => {
  const property = fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const text = toBase64(bytes)
    assert.strictEqual(text, Buffer.from(bytes).toString("base64"))
    assert.deepStrictEqual([...(fromBase64(text) ?? [])], [...bytes])
  })
  fc.assert(property)
})

it("an int8 embedding is 127 times the component, rounded and held, as signed bytes in padded base64", () => {
  const bytes = pack([1, -1, 0, 0.5, -0.5, 2, -2, 0.003], 8, "base64_int8")
  assert.deepStrictEqual([...toInt8(toBase64(bytes))], [127, -127, 0, 64, -63, 127, -127, 0])
  assert.deepStrictEqual(toInt8("/w=="), Int8Array.of(-1))
  for (const text of ["fw=", "====", "fw==fwGA", "f-GA", "fwG\n"])
    assert.throws(() => toInt8(text), TypeError, undefined, text)
})

it("a binary embedding has 1 above 0, component d in bit 7 - d % 8 of byte d >> 3, the rest 0", () => {
  const bytes = pack([1, 0, -1, 0.001, 0, 0, 0, 1, 0.5, 9, 9], 9, "base64_binary")
  assert.deepStrictEqual([...toBits(toBase64(bytes))], [0b10010001, 0b10000000])
})

it("how close vectors are has known values, 0 for a vector of zeros, and none for different lengths", () => {
  assert.strictEqual(dot(Int8Array.of(1, 2, -3), Int8Array.of(4, 5, 6)), -4)
  assert.strictEqual(cosine([3, 4], [4, 3]), 24 / 25)
  assert.strictEqual(cosine(Int8Array.of(-128, 127), Int8Array.of(-128, 127)), 1)
  assert.strictEqual(cosine([0, 0], [1, 2]), 0)
  assert.strictEqual(hamming(Uint8Array.of(0xff, 0x0f), Uint8Array.of(0x00, 0x0e)), 9)
  for (const compare of [dot, cosine]) assert.throws(() => compare([1], [1, 2]), RangeError)
})

const over = (embedder: Partial<Embedder>) =>
  Contextualized.make(
    Contextualized.fromEmbedder(
      {
        countTokens: (texts) => Effect.succeed(texts.map(({ length }) => length)),
        embed: ({ chunks }) => Stream.fromIterable(chunks.map(() => new Float32Array(2560).fill(1))),
        ...embedder
      },
      prices
    )
  )
const request = { model: "svc-embed-context-v1-0.6b", input: [["ab", "c"]], dimensions: 128 } as const

test("an embedder fails after a minute", function* () {
  const service = over({ embed: () => Stream.fromEffect(Effect.never) })
  const fiber = yield* Effect.forkChild(Effect.flip(service.create(request)))
  yield* TestClock.adjust(59_999)
  assert.isUndefined(fiber.pollUnsafe())
  yield* TestClock.adjust(1)
  assert.strictEqual((yield* Fiber.join(fiber))._tag, "DeadlineExceededError")
})

test("a component of an engine that is no number is an InternalServerError", function* () {
  const vectors = Stream.make(new Float32Array(128), new Float32Array(128).fill(Number.NaN))
  const error = yield* Effect.flip(over({ embed: () => vectors }).create(request))
  assert.strictEqual(error._tag, "InternalServerError")
})

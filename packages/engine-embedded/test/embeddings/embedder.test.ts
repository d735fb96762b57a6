// Properties of the vectors: similarity, components, tokens, pauses. What the opening of a document is worth: `retrieval.test.ts`.
import { assert } from "vitest"
import { cosine } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makeEmbedder } from "../../src/index.ts"
import { test, wordVectors } from "../support/engines.ts"
import { turnsOf } from "../support/turns.ts"

const engine = makeEmbedder(wordVectors)

const embed = (chunks: ReadonlyArray<string>) =>
  engine.embed({ model: "svc-embed-context-v1-0.6b", chunks, dimensions: 1024 }).pipe(
    Stream.map((vector) => Float32Array.from(vector)),
    Stream.runCollect
  )

const closeness = (left: string, right: string) =>
  Effect.map(Effect.all([embed([left]), embed([right])]), ([[a = []], [b = []]]) => cosine(a, b))

test("closeness is 1 for the same words, whatever the case and the small words", function* () {
  assert.closeTo(yield* closeness("The refund of the invoice", "refund invoice"), 1, 1e-6)
})

// Related words, without a word in common; a misspelling of an unknown word.
test.each([
  ["The physician treated the patient.", "A doctor works at the hospital.", "The train is late.", 0.05],
  ["The boat lies in the harbour.", "Ships are moored at the dock.", "The cake needs more sugar.", 0.05],
  ["Zorvaxil", "Zorvaxill", "Quembloth", 0.2]
] as const)("closeness of %s is higher to %s than to %s, by %d", function* ([text, near, far, by]) {
  assert.isAbove(yield* closeness(text, near), by + (yield* closeness(text, far)))
})

test("components are never all zero, also for blanks, signs, small words and half characters", function* () {
  for (const text of [" ", "\n", "?!", "the of and", "\ud800", "\u0000", "東京", "a".repeat(40_000)]) {
    const [vector = new Float32Array(0)] = yield* embed([text])
    const isUsable = vector.some((value) => value !== 0) && vector.every(Number.isFinite)
    assert.isTrue(isUsable, JSON.stringify(text.slice(0, 9)))
  }
})

test("tokens are a quarter of the letters of English, half of others, and at least one a text", function* () {
  const counts = yield* engine.countTokens(["a", "four", "12345", "東京", "東京の", "x".repeat(131_072)])
  assert.deepStrictEqual(counts, [1, 1, 2, 1, 2, 32_768])
})

test("embedding many tokens stops when it is interrupted", function* () {
  const chunks = Array.from({ length: 500 }, (_, at) => `chunk ${at} is about boat ${at % 97} of the harbour`)
  const embedding = engine.embed({ model: "svc-embed-context-v1-4b", chunks, dimensions: 2560 })
  const { isInterrupted, turns } = yield* turnsOf(Stream.runDrain(embedding), 10)
  assert.isTrue(isInterrupted)
  assert.isAtMost(turns, 12)
})

// What a model server is known by, found once; its vectors, and tokens, which are given to the chunks in which they begin.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, it } from "vitest"
import { bytesOfStored } from "../../src/openai-compatible/embeddings/pieces.ts"
import { shareOut } from "../../src/openai-compatible/embeddings/plan.ts"
import { readVectors } from "../../src/openai-compatible/embeddings/readVectors.ts"
import { joinChunks, spansOf } from "../../src/openai-compatible/embeddings/spans.ts"
import { computeOnce } from "../../src/openai-compatible/server/computeOnce.ts"
import { perModel } from "../../src/openai-compatible/server/perModel.ts"
import { test } from "../support/effects.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const pieces = (...texts: ReadonlyArray<string>) => texts.map(bytes)

it.each([
  [["a", "b"], pieces("", " a", "\n", "b", ""), [[1, 2], [3]]],
  [["a", "b"], pieces("a\nb"), [[0], [0]]],
  [["a", "b", "c"], pieces("a", "\nb\n", "c"), [[0, 1], [1], [2]]],
  [
    ["é", "x"],
    [bytes("é").subarray(0, 1), bytes("é").subarray(1), ...pieces("\n", "x")],
    [[0, 1, 2], [3]]
  ],
  [["Abc"], pieces("a", "b", "c"), undefined],
  [["abc"], pieces("a", "b"), undefined]
])("tokens have the chunks in which they begin, if they spell them: %#", (chunks, tokens, wanted) => {
  const { starts, text } = joinChunks(chunks)
  assert.deepStrictEqual(spansOf(text, starts, tokens), wanted)
})

it.each([
  ["▁to", " to"],
  ["<0x0A>", "\n"],
  ["Ã©", "é"]
])("the token %s of a vocabulary is the text %j", (stored, text) => {
  assert.deepStrictEqual(bytesOfStored(stored), bytes(text))
})

it("vectors are read as numbers and as base64 of little-endian floats, by their index", () => {
  const floats = Buffer.from(new Float32Array([0.5, -1]).buffer).toString("base64")
  const first = { index: 0, embedding: [1, 2] }
  const answer = { data: [{ index: 1, embedding: floats }, first], usage: { prompt_tokens: 7 } }
  const { tokens, vectors } = readVectors(answer, 2) ?? {}
  assert.deepStrictEqual([tokens, vectors?.join(" ")], [7, "1,2 0.5,-1"])
  for (const wrong of [[], [{ embedding: [null] }], [{ embedding: "!" }]])
    assert.isUndefined(readVectors({ data: [first, ...wrong] }, 2))
})

it("a whole is shared out without rest", () => {
  assert.deepStrictEqual(shareOut(10, [1, 1, 1]), [3, 4, 3])
})

test("a value is found once for all who wait, though the first leaves; a failure, or what is forgotten, again", function* () {
  let asked = 0
  const gate = yield* Deferred.make<void>()
  const finding = Effect.suspend(() => (++asked === 2 ? Effect.fail("no") : Effect.succeed(asked)))
  const { forget, get } = computeOnce(yield* Effect.scope, Effect.andThen(Deferred.await(gate), finding))
  const [first, ...others] = yield* Effect.forEach([1, 2, 3], () =>
    Effect.forkChild(get, { startImmediately: true })
  )
  if (first !== undefined) yield* Fiber.interrupt(first)
  yield* Deferred.succeed(gate, undefined)
  assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), [1, 1])
  yield* forget
  assert.strictEqual(yield* Effect.flip(get), "no")
  assert.strictEqual(yield* get, 3)
})

it("of 1,001 models the one that was asked for longest ago is forgotten, and no other", () => {
  const made: Array<string> = []
  const of = perModel((model) => made.push(model))
  const first = of("a")
  of("b")
  for (let more = 2; more < 1_000; more++) of(`model-${more}`)
  assert.strictEqual(of("a"), first)
  of("one more")
  assert.strictEqual(of("a"), first)
  assert.lengthOf(made, 1_001)
  of("b")
  assert.lengthOf(made, 1_002)
})

// Tokens are given to the chunks in which they begin, or to none when they do not spell the text.
import { assert, it } from "vitest"
import { bytesOfStored } from "../../src/openai-compatible/embeddings/pieces.ts"
import { shareOut } from "../../src/openai-compatible/embeddings/plan.ts"
import { readTokenVectors, readVectors } from "../../src/openai-compatible/embeddings/readVectors.ts"
import { joinChunks, spansOf } from "../../src/openai-compatible/embeddings/spans.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const pieces = (...texts: ReadonlyArray<string>) => texts.map(bytes)
const sign = [bytes("é").subarray(0, 1), bytes("é").subarray(1), ...pieces("\n", "x")]

it.each([
  [
    "a space before the text, and tokens without text",
    ["a", "b"],
    pieces("", " a", "\n", "b", ""),
    [[1, 2], [3]]
  ],
  ["a token over a border", ["a", "b"], pieces("a\nb"), [[0], [0]]],
  ["a chunk inside a token", ["a", "b", "c"], pieces("a", "\nb\n", "c"), [[0, 1], [1], [2]]],
  ["a sign of several tokens", ["é", "x"], sign, [[0, 1, 2], [3]]],
  ["other letters are no spelling", ["Abc"], pieces("a", "b", "c"), undefined],
  ["nor is an end that is missing", ["abc"], pieces("a", "b"), undefined]
])("tokens have the chunks in which they begin: %s", (_name, chunks, tokens, wanted) => {
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
  const data = [
    { index: 1, embedding: floats },
    { index: 0, embedding: [1, 2] }
  ]
  const vectors = [
    [1, 2],
    [0.5, -1]
  ]
  assert.deepStrictEqual(readVectors({ data, usage: { prompt_tokens: 7 } }, 2), { vectors, tokens: 7 })
  for (const wrong of [
    [{ index: 0, embedding: [1] }],
    [{ embedding: [1] }, { embedding: [null] }],
    [{ embedding: [1] }, { embedding: "!" }]
  ])
    assert.isUndefined(readVectors({ data: wrong }, 2))
})

it("vectors of tokens are found where each program puts them", () => {
  const vectors = [[1], [2]]
  for (const answer of [[{ index: 0, embedding: vectors }], { data: [{ data: vectors }] }, [vectors]])
    assert.deepStrictEqual(readTokenVectors(answer), vectors)
  assert.isUndefined(readTokenVectors({ data: [{ embedding: [1] }] }))
})

it("a whole is shared out without rest", () => {
  assert.deepStrictEqual(shareOut(10, [1, 1, 1]), [3, 4, 3])
})

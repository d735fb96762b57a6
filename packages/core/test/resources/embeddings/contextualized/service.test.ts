// Contextualized embeddings against engines that lie: no wrong answer passes.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { make } from "../../../../src/resources/embeddings/contextualized/index.ts"

const usage = {
  prompt_tokens: 9,
  total_tokens: 9,
  cost: { input_cost: 7.2e-8, total_cost: 7.2e-8, currency: "USD" }
}
const bits = "AAAf//gAAf//gAAf//wAAA=="
const vector = (index: number, embedding = bits) => ({ object: "embedding", index, embedding })
const document = (index: number, data: ReadonlyArray<object>) => ({ object: "list", index, data })

const request = {
  model: "svc-embed-context-v1-0.6b",
  input: [["a", "b"], ["c"]],
  dimensions: 128,
  encoding_format: "base64_binary"
} as const
const whole = {
  object: "list",
  data: [document(0, [vector(0), vector(1)]), document(1, [vector(0)])],
  model: "svc-embed-context-v1-0.6b",
  usage
}

const over = (answer: unknown) => make({ create: () => Effect.succeed(answer) })

const lies: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["another model", { ...whole, model: "svc-embed-context-v1-4b" }],
  ["a document too few", { ...whole, data: whole.data.slice(0, 1) }],
  ["a document too many", { ...whole, data: [...whole.data, document(2, [])] }],
  ["a chunk too few", { ...whole, data: [document(0, [vector(0)]), document(1, [vector(0)])] }],
  [
    "a chunk too many",
    { ...whole, data: [document(0, [vector(0), vector(1)]), document(1, [vector(0), vector(1)])] }
  ],
  ["documents out of order", { ...whole, data: whole.data.toReversed() }],
  [
    "documents with one index",
    { ...whole, data: [document(0, [vector(0), vector(1)]), document(0, [vector(0)])] }
  ],
  [
    "chunks out of order",
    { ...whole, data: [document(0, [vector(1), vector(0)]), document(1, [vector(0)])] }
  ],
  [
    "a vector of other length",
    { ...whole, data: [document(0, [vector(0), vector(1, "AAAA")]), document(1, [vector(0)])] }
  ],
  [
    "an empty vector",
    { ...whole, data: [document(0, [vector(0), vector(1, "")]), document(1, [vector(0)])] }
  ],
  [
    "a vector in another alphabet",
    {
      ...whole,
      data: [document(0, [vector(0), vector(1, bits.replaceAll("/", "_"))]), document(1, [vector(0)])]
    }
  ],
  [
    "a vector without padding",
    { ...whole, data: [document(0, [vector(0), vector(1, bits.slice(0, -2))]), document(1, [vector(0)])] }
  ],
  [
    "a vector as numbers",
    { ...whole, data: [document(0, [vector(0), { ...vector(1), embedding: [1] }]), document(1, [vector(0)])] }
  ],
  ["a fraction of a token", { ...whole, usage: { ...usage, prompt_tokens: 0.5 } }],
  ["another currency", { ...whole, usage: { ...usage, cost: { ...usage.cost, currency: "EUR" } } }],
  ["a negative cost", { ...whole, usage: { ...usage, cost: { ...usage.cost, total_cost: -1 } } }],
  ["a flat list of vectors", { ...whole, data: [vector(0), vector(1)] }],
  ["no usage", { object: "list", data: whole.data, model: whole.model }]
]

const answerOf = (model: string, count: number) => ({
  ...whole,
  model,
  data: [document(0, [vector(0, Buffer.alloc(count, 1).toString("base64"))])]
})

describe("an answer", () => {
  it.effect("that fits passes, unknown fields included", () =>
    Effect.gen(function* () {
      const open = { ...whole, trace: 1, usage: { ...usage, credits: 2 } }
      assert.deepStrictEqual<unknown>(yield* over(open).create(request), open)
    })
  )

  it.effect("of whole size is measured by the model", () =>
    Effect.gen(function* () {
      for (const [model, size] of [
        ["svc-embed-context-v1-0.6b", 1024],
        ["svc-embed-context-v1-4b", 2560]
      ] as const) {
        yield* over(answerOf(model, size)).create({ model, input: [["a"]] })
        for (const other of [size - 1, size + 1]) {
          const error = yield* Effect.flip(over(answerOf(model, other)).create({ model, input: [["a"]] }))
          assert.strictEqual(error._tag, "InvalidResponseError")
        }
      }
    })
  )

  for (const [name, answer] of lies) {
    it.effect(`with ${name} is an InvalidResponseError`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(over(answer).create(request))
        assert.strictEqual(error._tag, "InvalidResponseError")
      })
    )
  }
})

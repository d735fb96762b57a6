// The service against engines that lie: no wrong answer passes.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { make } from "../../../src/resources/embeddings/index.ts"

const usage = {
  prompt_tokens: 9,
  total_tokens: 9,
  cost: { input_cost: 3.6e-8, total_cost: 3.6e-8, currency: "USD" }
}
const bits = "AAAf//gAAf//gAAf//wAAA=="
const vector = (index: number, embedding = bits) => ({ object: "embedding", index, embedding })

const request = {
  model: "svc-embed-v1-0.6b",
  input: ["a", "b"],
  dimensions: 128,
  encoding_format: "base64_binary"
} as const
const whole = { object: "list", data: [vector(0), vector(1)], model: "svc-embed-v1-0.6b", usage }

const over = (answer: unknown) => make({ create: () => Effect.succeed(answer) })

const lies: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["another model", { ...whole, model: "svc-embed-v1-4b" }],
  ["a text too few", { ...whole, data: [vector(0)] }],
  ["a text too many", { ...whole, data: [vector(0), vector(1), vector(2)] }],
  ["texts out of order", { ...whole, data: [vector(1), vector(0)] }],
  ["a vector of other length", { ...whole, data: [vector(0), vector(1, `${bits}AAAA`)] }],
  ["a list of documents", { ...whole, data: [{ object: "list", index: 0, data: whole.data }] }],
  ["no usage", { object: "list", data: whole.data, model: whole.model }]
]

describe("an answer", () => {
  it.effect("that fits passes, unknown fields included", () =>
    Effect.gen(function* () {
      const open = { ...whole, trace: 1, usage: { ...usage, credits: 2 } }
      assert.deepStrictEqual<unknown>(yield* over(open).create(request), open)
    })
  )

  it.effect("to one text has one vector", () =>
    Effect.gen(function* () {
      const one = { ...request, input: "a" }
      assert.lengthOf((yield* over({ ...whole, data: [vector(0)] }).create(one)).data, 1)
      assert.strictEqual((yield* Effect.flip(over(whole).create(one)))._tag, "InvalidResponseError")
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

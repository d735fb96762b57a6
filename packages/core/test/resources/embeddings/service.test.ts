// The services of embeddings against engines that lie: no wrong answer passes.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import * as Contextualized from "../../../src/resources/embeddings/contextualized/index.ts"
import * as Embeddings from "../../../src/resources/embeddings/index.ts"
import { test } from "../../fixtures/effects.ts"

const usage = {
  prompt_tokens: 9,
  total_tokens: 9,
  cost: { input_cost: 3.6e-8, total_cost: 3.6e-8, currency: "USD" }
}
const bits = "AAAf//gAAf//gAAf//wAAA=="
const vector = (index: number, embedding: unknown = bits) => ({ object: "embedding", index, embedding })
const document = (index: number, ...data: ReadonlyArray<object>) => ({ object: "list", index, data })
const small = { dimensions: 128, encoding_format: "base64_binary" } as const

/** What is wrong whatever is embedded: vectors put in place of a second one, and other fields. */
const wrongVectors = {
  "of other length": `${bits}AAAA`,
  "that is short": "AAAA",
  "that is empty": "",
  "in another alphabet": bits.replaceAll("/", "_"),
  "without padding": bits.slice(0, -2),
  "as numbers": [1]
}
const wrongFields = {
  "another model": { model: "svc-embed-v1-4b" },
  "no usage": { usage: undefined },
  "a fraction of a token": { usage: { ...usage, prompt_tokens: 0.5 } },
  "another currency": { usage: { ...usage, cost: { ...usage.cost, currency: "EUR" } } },
  "a negative cost": { usage: { ...usage, cost: { ...usage.cost, total_cost: -1 } } }
}

type Asked = Effect.Effect<{ readonly data: ReadonlyArray<unknown> }, ApiError>

/** The service of a resource over an engine that answers so, asked for two texts, or three chunks of two documents. */
const resources = {
  embeddings: {
    model: "svc-embed-v1-0.6b",
    ask: (answer: unknown, input: string | ReadonlyArray<string> = ["a", "b"]): Asked =>
      Embeddings.make({ create: () => Effect.succeed(answer) }).create({
        model: "svc-embed-v1-0.6b",
        input,
        ...small
      }),
    dataWith: (second: unknown): ReadonlyArray<object> => [vector(0), vector(1, second)],
    wrongData: {
      "a text too few": [vector(0)],
      "a text too many": [vector(0), vector(1), vector(2)],
      "texts out of order": [vector(1), vector(0)],
      "a list of documents": [document(0, vector(0), vector(1))]
    }
  },
  "contextualized embeddings": {
    model: "svc-embed-context-v1-0.6b",
    ask: (answer: unknown): Asked =>
      Contextualized.make({ create: () => Effect.succeed(answer) }).create({
        model: "svc-embed-context-v1-0.6b",
        input: [["a", "b"], ["c"]],
        ...small
      }),
    dataWith: (second: unknown): ReadonlyArray<object> => [
      document(0, vector(0), vector(1, second)),
      document(1, vector(0))
    ],
    wrongData: {
      "a document too few": [document(0, vector(0), vector(1))],
      "a document too many": [document(0, vector(0), vector(1)), document(1, vector(0)), document(2)],
      "documents out of order": [document(1, vector(0)), document(0, vector(0), vector(1))],
      "documents with one index": [document(0, vector(0), vector(1)), document(0, vector(0))],
      "a chunk too few": [document(0, vector(0)), document(1, vector(0))],
      "a chunk too many": [document(0, vector(0), vector(1)), document(1, vector(0), vector(1))],
      "chunks out of order": [document(0, vector(1), vector(0)), document(1, vector(0))],
      "a flat list of vectors": [vector(0), vector(1)]
    }
  }
} as const

describe.each(Object.entries(resources))("an answer of %s", (_, { ask, dataWith, model, wrongData }) => {
  const whole = { object: "list", data: dataWith(bits), model, usage }

  test("that fits passes, unknown fields included", function* () {
    const open = { ...whole, trace: 1, usage: { ...usage, credits: 2 } }
    assert.deepStrictEqual<unknown>(yield* ask(open), open)
  })

  test.each<readonly [string, unknown]>([
    ["null", null],
    ...Object.entries(wrongFields).map(([name, fields]) => [name, { ...whole, ...fields }] as const),
    ...Object.entries(wrongData).map(([name, data]) => [name, { ...whole, data }] as const),
    ...Object.entries(wrongVectors).map(
      ([name, second]) => [`a vector ${name}`, { ...whole, data: dataWith(second) }] as const
    )
  ])("with %s is an InvalidResponseError", function* ([, answer]) {
    assert.strictEqual((yield* Effect.flip(ask(answer)))._tag, "InvalidResponseError")
  })
})

test("an answer to one text has one vector", function* () {
  const { ask, dataWith, model } = resources.embeddings
  const [first, second] = dataWith(bits)
  const one = { object: "list", data: [first], model, usage }
  assert.lengthOf((yield* ask(one, "a")).data, 1)
  const error = yield* Effect.flip(ask({ ...one, data: [first, second] }, "a"))
  assert.strictEqual(error._tag, "InvalidResponseError")
})

/** What the service makes of a vector of so many bytes. */
const measured = (model: "svc-embed-context-v1-0.6b" | "svc-embed-context-v1-4b", bytes: number) => {
  const data = [document(0, vector(0, Buffer.alloc(bytes, 1).toString("base64")))]
  const answer = { object: "list", data, model, usage }
  return Contextualized.make({ create: () => Effect.succeed(answer) }).create({ model, input: [["a"]] })
}

test.each([
  ["svc-embed-context-v1-0.6b", 1024],
  ["svc-embed-context-v1-4b", 2560]
] as const)("a vector of whole size is measured by the model: %s", function* ([model, size]) {
  yield* measured(model, size)
  for (const other of [size - 1, size + 1])
    assert.strictEqual((yield* Effect.flip(measured(model, other)))._tag, "InvalidResponseError")
})

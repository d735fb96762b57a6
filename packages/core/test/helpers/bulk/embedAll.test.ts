import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import type { Client } from "../../../src/Client.ts"
import { RateLimitError } from "../../../src/errors/ApiError.ts"
import { embedAll, embedAllDocuments, embedAllEffect } from "../../../src/helpers/bulk/index.ts"
import { toBatches } from "../../../src/helpers/bulk/sources.ts"
import { Embeddings } from "../../../src/resources/embeddings/index.ts"
import { collect } from "../../fixtures/bulk.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { test } from "../../fixtures/effects.ts"

const usage = {
  prompt_tokens: 1,
  total_tokens: 1,
  cost: { input_cost: 0, total_cost: 0, currency: "USD" as const }
}
const model = "svc-embed-v1-0.6b"

/** Vectors that repeat their texts. */
const respond = (input: ReadonlyArray<string>) => ({
  object: "list" as const,
  model,
  usage,
  data: input.map((embedding, index) => ({ object: "embedding" as const, index, embedding }))
})

type Create = Client["embeddings"]["create"]
interface Request {
  readonly input: ReadonlyArray<string>
}

const recording = () => {
  const requests: Array<Request> = []
  const create = ((request: Request) => {
    requests.push(request)
    return Promise.resolve(respond(request.input))
  }) as unknown as Create
  return { requests, embeddings: { create } }
}

const many = (count: number, text = "x") => Array.from({ length: count }, () => text)

describe("embedAll", () => {
  it.each([
    ["512 texts in one request", many(512), [512]],
    ["513 in two", many(513), [512, 1]],
    ["120,000 bytes in one", many(2, "x".repeat(60_000)), [2]],
    ["120,001 in two", [...many(2, "x".repeat(60_000)), "x"], [2, 1]],
    ["bytes of UTF-8, not characters", ["é".repeat(60_000), "x"], [1, 1]],
    ["a text over the limit alone", ["x", "x".repeat(120_001), "x"], [1, 1, 1]],
    ["nothing for no texts", [], []]
  ] as const)("sends %s", async (_name, texts, wanted) => {
    const { embeddings, requests } = recording()
    const results = await collect(embedAll(embeddings, texts, { model }))
    assert.deepEqual(
      requests.map(({ input }) => input.length),
      [...wanted]
    )
    assert.deepEqual(
      results.map(({ index, item, result }) => [index, item, result.index, result.embedding]),
      texts.map((text, index) => [index, text, index, text])
    )
  })

  it("sends the fields of the request, and gives each response to onResponse", async () => {
    const { embeddings, requests } = recording()
    let tokens = 0
    const options = {
      model,
      dimensions: 128,
      encoding_format: "base64_binary",
      concurrency: 2,
      onResponse: (response: { readonly usage: { readonly total_tokens: number } }) => {
        tokens += response.usage.total_tokens
      }
    } as const
    await collect(embedAll(embeddings, ["a"], options))
    assert.deepEqual<ReadonlyArray<unknown>>(requests, [
      { input: ["a"], model, dimensions: 128, encoding_format: "base64_binary" }
    ])
    assert.strictEqual(tokens, 1)
  })

  it("goes on from an index in the middle of a request", async () => {
    const { embeddings, requests } = recording()
    const results = await collect(embedAll(embeddings, ["a", "b", "c"], { model, startAt: 1 }))
    assert.deepEqual(requests[0]?.input, ["b", "c"])
    assert.deepEqual(
      results.map(({ index, result }) => [index, result.index]),
      [
        [1, 1],
        [2, 2]
      ]
    )
  })

  it("throws the failure of a request with the index of its first text", async () => {
    const error = new RateLimitError({ message: "Later." })
    const create = (({ input }: Request) =>
      input.includes("bad") ? Promise.reject(error) : Promise.resolve(respond(input))) as unknown as Create
    const texts = [...many(515), "bad"]
    const thrown = await rejection(collect(embedAll({ create }, texts, { model, startAt: 1 })))
    assert.propertyVal(thrown, "message", "Later.")
    assert.notProperty(error, "index")
    assert.strictEqual(Reflect.get(Object(thrown), "index"), 513)
  })

  test("has a twin", function* () {
    const layer = Layer.succeed(Embeddings, {
      create: ({ input }) => Effect.succeed(respond(typeof input === "string" ? [input] : input))
    })
    const all = Stream.runCollect(embedAllEffect(Stream.make("a", "b"), { model }))
    const results = yield* Effect.provide(all, layer)
    assert.deepEqual(
      results.map(({ result }) => result.embedding),
      ["a", "b"]
    )
  })
})

/** What comes of these documents, and how many were sent at a time. */
const sendDocuments = async (documents: ReadonlyArray<ReadonlyArray<string>>) => {
  const sizes: Array<number> = []
  const create = ((request: { readonly input: ReadonlyArray<ReadonlyArray<string>> }) => {
    sizes.push(request.input.length)
    const data = request.input.map((chunks, index) => ({
      object: "list",
      index,
      data: respond(chunks).data
    }))
    return Promise.resolve({ object: "list", model, usage, data })
  }) as unknown as Client["contextualizedEmbeddings"]["create"]
  const options = { model: "svc-embed-context-v1-0.6b" } as const
  return { results: await collect(embedAllDocuments({ create }, documents, options)), sizes }
}

describe("embedAllDocuments", () => {
  it.each([
    ["16,000 chunks in one request", [many(15_999), ["x"]], [2]],
    ["16,001 in two", [many(16_000), ["x"]], [1, 1]],
    ["513 documents in two", Array.from({ length: 513 }, () => ["x"]), [512, 1]]
  ] as const)(
    "sends %s, and gives a vector for each chunk of each document",
    async (_, documents, wanted) => {
      const { results, sizes } = await sendDocuments(documents)
      assert.deepEqual(sizes, [...wanted])
      assert.deepEqual(
        results.map(({ index, result }) => [index, result.data.map(({ embedding }) => embedding)]),
        documents.map((chunks, index) => [index, chunks])
      )
    }
  )
})

const used = (some: ReadonlyArray<readonly [number, number]>, place: 0 | 1): number =>
  some.reduce((sum, item) => sum + item[place], 0)

it("splitting keeps all items in order, within every limit, and joins what fits", async () => {
  const most = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 20 }))
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.nat(6), fc.nat(12))),
    most,
    fc.nat(8),
    async (items, limits, startAt) => {
      const [first, second] = limits
      const isWithin = (some: Parameters<typeof used>[0]) => used(some, 0) <= first && used(some, 1) <= second
      const split = toBatches(Stream.fromIterable(items), { limits, costs: (item) => item }, startAt)
      const batches = await Effect.runPromise(Stream.runCollect(split))
      assert.deepEqual(
        batches.flatMap((batch) => batch.items),
        items.slice(startAt)
      )
      let index = startAt
      for (const [at, batch] of batches.entries()) {
        assert.strictEqual(batch.index, index)
        index += batch.items.length
        assert.isAbove(batch.items.length, 0)
        assert.isTrue(batch.items.length === 1 || isWithin(batch.items))
        const following = batches[at + 1]?.items[0]
        const isFull = used(batch.items, 0) >= first || used(batch.items, 1) >= second
        if (following !== undefined) assert.isTrue(isFull || !isWithin([...batch.items, following]))
      }
    }
  )
  await fc.assert(property, { numRuns: 100 })
})

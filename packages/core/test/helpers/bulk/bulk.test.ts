// Bulk work: decisions over many items, and embeddings of many texts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import {
  embedAll,
  embedAllDocuments,
  mapDecisions,
  mapDecisionsEffect,
  type Progress
} from "../../../src/helpers/bulk/index.ts"
import { RateLimitError } from "../../../src/errors/ApiError.ts"
import { Decisions, make } from "../../../src/resources/decisions/index.ts"
import { answer, atOnce, byHand, collect, counted, toRequest } from "../../fixtures/bulk.ts"
import { rejection } from "../../fixtures/calls.ts"
import { settled, until } from "../../fixtures/turns.ts"
import { testOver } from "../../fixtures/effects.ts"
import type { Client } from "../../../src/Client.ts"

const mistaken = () => {
  throw new Error("the request")
}

describe("mapDecisions", () => {
  it("keeps order and loses nothing, for any items, failures and concurrency", async () => {
    const run = fc.asyncProperty(
      fc.array(fc.constantFrom("a", "b", "bad"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(45),
      async (items, concurrency, startAt) => {
        const options = { concurrency, startAt, onError: "yield" } as const
        const results = await collect(mapDecisions(atOnce, items, toRequest, options))
        assert.deepEqual<unknown>(
          results.map(({ error, index, item, result }) => [
            index,
            item,
            error?._tag ?? result?.answers.urgent.noul
          ]),
          items.map((item, index) => [index, item, item === "bad" ? "RateLimitError" : 0.5]).slice(startAt)
        )
      }
    )
    await fc.assert(run, { numRuns: 50 })
  })

  it("reads at most `concurrency` items ahead, and calls each at once", async () => {
    const { calls, decisions } = byHand()
    const { items, source } = counted()
    const iterator = mapDecisions(decisions, items, toRequest, { concurrency: 3 })[Symbol.asyncIterator]()
    const first = iterator.next()
    await until(() => calls.length === 3)
    calls[1]?.answer()
    await settled()
    assert.deepEqual([calls.length, source.read], [3, 3])
    calls[0]?.answer()
    assert.strictEqual((await first).value?.index, 0)
    await settled()
    assert.strictEqual(source.read, 4)
    await iterator.return?.()
  })

  it("gives results as they come in the order of completion", async () => {
    const { calls, decisions } = byHand()
    const results = collect(mapDecisions(decisions, ["a", "b", "c"], toRequest, { order: "completion" }))
    await until(() => calls.length === 3)
    for (const at of [2, 0, 1]) {
      calls[at]?.answer()
      await settled()
    }
    assert.deepEqual((await results).map(({ item }) => item).join(""), "cab")
  })

  it("cancels the calls in progress when the loop is left, with its source, and at an abort with its reason", async () => {
    const { calls, decisions } = byHand()
    const { items, source } = counted()
    const leaving = new AbortController()
    const options = { concurrency: 3, signal: leaving.signal }
    const left = (async () => {
      for await (const _ of mapDecisions(decisions, items, toRequest, options)) break
    })()
    await until(() => calls.length === 3)
    calls[0]?.answer()
    await left
    assert.isTrue(source.isLeft)
    const reason = rejection(collect(mapDecisions(decisions, ["a"], toRequest, options)))
    await until(() => calls.length === 4)
    leaving.abort("mine")
    assert.strictEqual(await reason, "mine")
    assert.isTrue(calls.slice(1).every(({ isAborted }) => isAborted))
  })

  it("throws the first failure with its index, and cancels the others", async () => {
    const { calls, decisions } = byHand()
    const reading = rejection(collect(mapDecisions(decisions, ["a", "b", "c"], toRequest)))
    await until(() => calls.length === 3)
    const error = new RateLimitError({ message: "Later." })
    calls[1]?.fail(error)
    calls[0]?.answer()
    assert.deepInclude(await reading, { message: "Later.", index: 1 })
    assert.notProperty(error, "index")
    assert.isTrue(calls[2]?.isAborted)
  })

  it("throws what its source and `toRequest` throw, also with onError: yield, and returns the source", async () => {
    const options = { onError: "yield" } as const
    const broken = (async function* () {
      yield "a"
      throw new Error("the source")
    })()
    const { items, source } = counted()
    const reasons = [
      await rejection(collect(mapDecisions(atOnce, broken, toRequest, options))),
      await rejection(collect(mapDecisions(atOnce, items, mistaken, options)))
    ]
    assert.deepEqual(reasons.map(String), ["Error: the source", "Error: the request"])
    assert.isTrue(source.isLeft)
  })

  it("reports what is done, what failed and of how many, from an index on", async () => {
    let last: Progress | undefined
    const onProgress = (progress: Progress) => (last = progress)
    const options = { onError: "yield", startAt: 1, onProgress } as const
    await collect(mapDecisions(atOnce, ["a", "bad", "b"], toRequest, options))
    assert.deepEqual<unknown>(last, { done: 1, failed: 1, total: 2 })
  })
})

const test = testOver(Layer.succeed(Decisions, make({ create: () => Effect.succeed(answer(0.25)) })))

test("its twin takes a stream, and fails with the failure of a call and with that of the stream", function* () {
  const results = yield* Stream.runCollect(mapDecisionsEffect(Stream.make("a", "b"), toRequest))
  assert.deepEqual(results.map(({ index, item }) => [index, item]).flat(), [0, "a", 1, "b"])
  const questions = { "": { type: "noul", criteria: { true: "x" } } } as const
  const bad = mapDecisionsEffect(["a"], () => ({ ...toRequest("a"), questions }))
  assert.deepInclude(yield* Effect.flip(Stream.runDrain(bad)), { _tag: "InvalidRequestError", index: 0 })
  const broken = mapDecisionsEffect(Stream.fail("broken" as const), toRequest)
  assert.strictEqual(yield* Effect.flip(Stream.runDrain(broken)), "broken")
})

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

/** Embeddings that note what they are asked for. */
const recording = () => {
  const requests: Array<{ readonly input: ReadonlyArray<string> }> = []
  const create = ((request: (typeof requests)[number]) => {
    requests.push(request)
    return Promise.resolve(respond(request.input))
  }) as unknown as Client["embeddings"]["create"]
  return { requests, embeddings: { create } }
}

const many = (count: number, text = "x") => Array.from({ length: count }, () => text)
it.each([
  ["512 texts in one request, 513 in two", many(513), [512, 1]],
  ["120,000 bytes in one, one more in two", [...many(2, "x".repeat(60_000)), "x"], [2, 1]],
  ["bytes of UTF-8, not characters", ["é".repeat(60_000), "x"], [1, 1]],
  ["a text over the limit alone", ["x", "x".repeat(120_001), "x"], [1, 1, 1]]
] as const)("embedAll sends %s", async (_name, texts, wanted) => {
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

it("embedAll sends the fields of the request, goes on from an index, and gives each response to onResponse", async () => {
  const { embeddings, requests } = recording()
  const responses: Array<object> = []
  const onResponse = (response: object) => void responses.push(response)
  const fields = { model, dimensions: 128, encoding_format: "base64_binary" } as const
  const results = await collect(embedAll(embeddings, ["a", "b"], { ...fields, startAt: 1, onResponse }))
  assert.deepEqual<ReadonlyArray<unknown>>(requests, [{ input: ["b"], ...fields }])
  assert.deepEqual(results.map(({ index, item }) => [index, item]).flat(), [1, "b"])
  assert.deepEqual<ReadonlyArray<unknown>>(responses, [respond(["b"])])
})

it.each([
  ["16,000 chunks in one request, one more in two", [many(15_999), ["x"], ["x"]], [2, 1]],
  ["513 documents in two", Array.from({ length: 513 }, () => ["x"]), [512, 1]]
] as const)(
  "embedAllDocuments sends %s, and gives a vector for each chunk of each document",
  async (_, documents, wanted) => {
    const sizes: Array<number> = []
    const create = (({ input }: { readonly input: ReadonlyArray<ReadonlyArray<string>> }) => {
      sizes.push(input.length)
      const data = input.map((chunks, index) => ({ object: "list", index, data: respond(chunks).data }))
      return Promise.resolve({ object: "list", model, usage, data })
    }) as unknown as Client["contextualizedEmbeddings"]["create"]
    const options = { model: "svc-embed-context-v1-0.6b" }
    const results = await collect(embedAllDocuments({ create }, documents, options))
    assert.deepEqual(sizes, [...wanted])
    assert.deepEqual(
      results.map(({ index, result }) => [index, result.data.map(({ embedding }) => embedding)]),
      documents.map((chunks, index) => [index, chunks])
    )
  }
)

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { RateLimitError } from "../../../src/errors/ApiError.ts"
import { mapDecisions, mapDecisionsEffect, type Progress } from "../../../src/helpers/bulk/index.ts"
import { Decisions, make } from "../../../src/resources/decisions/index.ts"
import { answer, atOnce, byHand, collect, counted, mistaken, toRequest } from "../../fixtures/bulk.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { settled, until } from "../../fixtures/turns.ts"
import { mapDecisionsProperties } from "./properties.ts"
import { testOver } from "../../fixtures/effects.ts"

mapDecisionsProperties({ runs: 15, items: 2_000 })

describe("mapDecisions", () => {
  it("reads at most `concurrency` items ahead, and calls each at once", async () => {
    const { calls, decisions } = byHand()
    const { items, source } = counted()
    const iterator = mapDecisions(decisions, items, toRequest, { concurrency: 3 })[Symbol.asyncIterator]()
    const first = iterator.next()
    await until(() => calls.length === 3)
    await settled()
    assert.strictEqual(source.read, 3)
    assert.strictEqual(calls.length, 3)
    calls[1]?.answer()
    calls[2]?.answer()
    await settled()
    assert.strictEqual(source.read, 3)
    calls[0]?.answer()
    assert.strictEqual((await first).value?.index, 0)
    await until(() => calls.length === 4)
    await settled()
    assert.strictEqual(source.read, 4)
    await iterator.next()
    await iterator.next()
    await until(() => calls.length === 6)
    await settled()
    assert.strictEqual(source.read, 6)
    await iterator.return?.()
  })

  it("calls `create` as a method of the object it is given", async () => {
    const decisions = {
      noul: 0.25,
      create(this: { readonly noul: number }) {
        return Promise.resolve(answer(this.noul))
      }
    } as unknown as typeof atOnce
    const [first] = await collect(mapDecisions(decisions, ["a"], toRequest))
    assert.strictEqual(first?.result.answers.urgent.noul, 0.25)
  })

  it("gives results as they come in the order of completion", async () => {
    const { calls, decisions } = byHand()
    const iterator = mapDecisions(decisions, ["a", "b", "c"], toRequest, { order: "completion" })[
      Symbol.asyncIterator
    ]()
    const first = iterator.next()
    await until(() => calls.length === 3)
    calls[2]?.answer()
    assert.strictEqual((await first).value?.item, "c")
    calls[0]?.answer()
    assert.strictEqual((await iterator.next()).value?.item, "a")
    calls[1]?.answer()
    assert.strictEqual((await iterator.next()).value?.item, "b")
    assert.isTrue((await iterator.next()).done)
  })

  it.each(["input", "completion"] as const)(
    "cancels the calls in progress when the loop is left, and leaves the source: order %s",
    async (order) => {
      const { calls, decisions } = byHand()
      const { items, source } = counted()
      const left = (async () => {
        for await (const _ of mapDecisions(decisions, items, toRequest, { concurrency: 3, order })) break
      })()
      await until(() => calls.length === 3)
      calls[0]?.answer()
      await left
      assert.isTrue(calls.slice(1).every(({ isAborted }) => isAborted))
      assert.isTrue(source.isLeft)
      const { read } = source
      await settled()
      assert.strictEqual(source.read, read)
    }
  )

  it("cancels the calls in progress at an abort, and throws its reason", async () => {
    for (const isBefore of [true, false]) {
      const { calls, decisions } = byHand()
      const leaving = new AbortController()
      if (isBefore) leaving.abort("mine")
      const reading = collect(mapDecisions(decisions, ["a", "b"], toRequest, { signal: leaving.signal }))
      const reason = reading.catch((thrown: unknown) => thrown)
      if (!isBefore) await until(() => calls.length === 2)
      if (!isBefore) leaving.abort("mine")
      assert.strictEqual(await reason, "mine")
      assert.isTrue(calls.every(({ isAborted }) => isAborted))
    }
  })

  it("throws the first failure, after the results before it, and cancels the others", async () => {
    const { calls, decisions } = byHand()
    const seen: Array<number> = []
    const reading = (async () => {
      for await (const { index } of mapDecisions(decisions, ["a", "b", "c"], toRequest)) seen.push(index)
    })().catch((thrown: unknown) => thrown)
    await until(() => calls.length === 3)
    const error = new RateLimitError({ message: "Later." })
    calls[1]?.fail(error)
    calls[0]?.answer()
    const thrown = await reading
    assert.propertyVal(thrown, "message", "Later.")
    assert.notProperty(error, "index")
    assert.strictEqual(Reflect.get(Object(thrown), "index"), 1)
    assert.deepEqual(seen, [0])
    assert.isTrue(calls[2]?.isAborted)
  })

  it("throws what its source and `toRequest` throw, also with onError: yield", async () => {
    const options = { onError: "yield" } as const
    const broken = (async function* () {
      yield "a"
      throw new Error("the source")
    })()
    const reasons = [
      await rejection(collect(mapDecisions(atOnce, broken, toRequest, options))),
      await rejection(collect(mapDecisions(atOnce, ["a"], mistaken, options)))
    ]
    assert.deepEqual(reasons.map(String), ["Error: the source", "Error: the request"])
  })

  it("reports what is done, what failed and of how many, also from an index on", async () => {
    const all: Array<Progress> = []
    const options = { onError: "yield", onProgress: (progress: Progress) => all.push(progress) } as const
    await collect(mapDecisions(atOnce, ["a", "bad", "b"], toRequest, options))
    assert.deepEqual(all.at(-1), { done: 2, failed: 1, total: 3 })
    await collect(mapDecisions(atOnce, ["a", "b", "c"], toRequest, { ...options, startAt: 2 }))
    assert.deepEqual(all.slice(3), [{ done: 1, failed: 0, total: 1 }])
  })

  it("fails at once for a source that is no list, and says how to pass a text", () => {
    for (const given of ["one text", 3, {}, null]) {
      const source = given as never
      assert.throws(() => mapDecisions(atOnce, source, toRequest), TypeError, /^items: expected a list/)
      assert.throws(() => mapDecisionsEffect(source, toRequest), TypeError, /^items: expected a list/)
    }
    const text: Iterable<string> = "one text"
    assert.throws(() => mapDecisions(atOnce, text, toRequest), TypeError, /a text: put it into a list$/)
  })
})

const layer = Layer.succeed(Decisions, make({ create: () => Effect.succeed(answer(0.25)) }))

const testOverLayer = testOver(layer)

describe("mapDecisionsEffect", () => {
  testOverLayer("takes iterables and streams", function* () {
    for (const items of [["a", "b"], Stream.make("a", "b")]) {
      const results = yield* Stream.runCollect(mapDecisionsEffect(items, toRequest, { concurrency: 2 }))
      assert.deepEqual(
        results.map(({ index, item, result }) => [index, item, result.answers.urgent.noul]),
        [
          [0, "a", 0.25],
          [1, "b", 0.25]
        ]
      )
    }
  })

  testOverLayer("fails with the failure of a call, and with that of the stream", function* () {
    const questions = { "": { type: "noul", criteria: { true: "x" } } } as const
    const bad = mapDecisionsEffect([{ text: "" }], () => ({ ...toRequest("a"), questions }))
    const failure = yield* Effect.flip(Stream.runDrain(bad))
    assert.strictEqual(failure._tag, "InvalidRequestError")
    assert.strictEqual(failure.index, 0)
    const broken = mapDecisionsEffect(Stream.fail("broken" as const), toRequest)
    assert.strictEqual(yield* Effect.flip(Stream.runDrain(broken)), "broken")
  })
})

type Use = (items: Iterable<string>) => Promise<unknown>

it.each<readonly [string, Use]>([
  ["the work fails", (items) => rejection(collect(mapDecisions(atOnce, items, mistaken)))],
  [
    "the stream is over",
    (items) => {
      const taken = Stream.take(mapDecisionsEffect(items, toRequest), 1)
      return Effect.runPromise(Effect.provide(Stream.runDrain(taken), layer))
    }
  ]
])("a generator is returned when %s", async (_, use) => {
  let returned = 0
  function* numbers() {
    try {
      for (let number = 0; ; number++) yield String(number)
    } finally {
      returned++
    }
  }
  await use(numbers())
  assert.strictEqual(returned, 1)
})

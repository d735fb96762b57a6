import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { RateLimitError } from "../../../src/errors/ApiError.ts"
import { type BulkOptions, mapDecisions, type Progress } from "../../../src/helpers/bulk/index.ts"
import {
  atOnce,
  byHand,
  collect,
  counted,
  mistaken,
  rejection,
  settled,
  toRequest,
  until
} from "../../fixtures/bulk.ts"

describe("mapDecisions", () => {
  it("gives each item with its place and its answers", async () => {
    const results = await collect(mapDecisions(atOnce, ["a", "b"], toRequest))
    assert.deepEqual(
      results.map(({ index, item, result }) => [index, item, result.answers.urgent.noul]),
      [
        [0, "a", 0.5],
        [1, "b", 0.5]
      ]
    )
    assert.deepEqual(await collect(mapDecisions(atOnce, [], toRequest)), [])
  })

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
    assert.strictEqual(thrown, error)
    assert.strictEqual(Reflect.get(Object(thrown), "index"), 1)
    assert.deepEqual(seen, [0])
    assert.isTrue(calls[2]?.isAborted)
  })

  it("yields failures, and goes on", async () => {
    const all: Array<Progress> = []
    const results = await collect(
      mapDecisions(atOnce, ["a", "bad", "b"], toRequest, {
        onError: "yield",
        onProgress: (progress) => all.push(progress)
      })
    )
    assert.deepEqual(
      results.map(({ error, index, item }) => [index, item, error?._tag]),
      [
        [0, "a", undefined],
        [1, "bad", "RateLimitError"],
        [2, "b", undefined]
      ]
    )
    assert.deepEqual(all.at(-1), { done: 2, failed: 1, total: 3 })
  })

  it("throws what its source and `toRequest` throw, also with onError: yield", async () => {
    const options = { onError: "yield" } as const
    const broken = (async function* () {
      yield "a"
      throw new Error("the source")
    })()
    assert.match(await rejection(collect(mapDecisions(atOnce, broken, toRequest, options))), /the source/)
    assert.match(await rejection(collect(mapDecisions(atOnce, ["a"], mistaken, options))), /the request/)
  })

  it("goes on from an index", async () => {
    const all: Array<Progress> = []
    const options = { startAt: 2, onProgress: (progress: Progress) => all.push(progress) }
    const results = await collect(mapDecisions(atOnce, ["a", "b", "c"], toRequest, options))
    assert.deepEqual(
      results.map(({ index, item }) => [index, item]),
      [[2, "c"]]
    )
    assert.deepEqual(all, [{ done: 1, failed: 0, total: 1 }])
    assert.deepEqual(await collect(mapDecisions(atOnce, ["a"], toRequest, { startAt: 1 })), [])
  })

  const invalid: ReadonlyArray<BulkOptions> = [
    { concurrency: 0 },
    { concurrency: 1.5 },
    { startAt: -1 },
    { startAt: NaN }
  ]
  it.each(invalid)("refuses %o", (options) => {
    assert.throws(() => mapDecisions(atOnce, [], toRequest, options), TypeError)
  })

  it("keeps order and loses nothing, for any items, failures and concurrency", async () => {
    const run = fc.asyncProperty(
      fc.array(fc.constantFrom("a", "b", "bad"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(45),
      fc.constantFrom("input" as const, "completion" as const),
      async (items, concurrency, startAt, order) => {
        const options = { concurrency, startAt, order, onError: "yield" } as const
        const results = await collect(mapDecisions(atOnce, items, toRequest, options))
        const found = results.map(({ error, index, item }) => [index, item, error !== undefined])
        const wanted = items.map((item, index) => [index, item, item === "bad"]).slice(startAt)
        if (order === "input") assert.deepEqual(found, wanted)
        else assert.sameDeepMembers(found, wanted)
      }
    )
    await fc.assert(run, { numRuns: 100 })
  })

  it("keeps no more in memory for 100,000 items than for 1,000", async () => {
    const alive = new Set<object>()
    let most = 0
    const source = function* () {
      for (let at = 0; at < 100_000; at++) {
        const item = { at }
        alive.add(item)
        most = Math.max(most, alive.size)
        yield item
      }
    }
    let last = -1
    for await (const { index, item } of mapDecisions(atOnce, source(), () => toRequest("a"))) {
      alive.delete(item)
      assert.strictEqual(index, last + 1)
      last = index
    }
    assert.strictEqual(last, 99_999)
    // Eight are in flight; the loop has one more, and one waits for its permit.
    assert.isAtMost(most, 10)
  })
})

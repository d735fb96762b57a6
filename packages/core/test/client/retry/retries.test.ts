// What is retried, and how calls end. Waits of Retry-After are in packages/lab/test/faults/retries.test.ts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ask, clientOver, good, type Step } from "../../fixtures/wire.ts"
import { test } from "../../fixtures/effects.ts"
import { ended, failing } from "../../fixtures/calls.ts"

describe("the retry budget of a client", () => {
  /** So many calls, in turn or 100 a second: the requests sent, and the tokens left. */
  const call = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, count: number, areAtOnce = false) {
    let left = 0
    const { layer, sent } = clientOver(steps, { onAttempt: ({ retryTokens }) => (left = retryTokens) })
    const context = yield* Layer.build(layer)
    const one = Effect.provide(ask, context)
    if (areAtOnce) {
      const calls = Array.from({ length: count }, (_, n) => Effect.exit(Effect.delay(one, n * 10)))
      yield* ended(Effect.all(calls, { concurrency: "unbounded", discard: true }))
    } else for (let n = 0; n < count; n++) yield* ended(one)
    return { requests: sent.length, left }
  })

  test.each([
    ["35 retries of failures", { status: 500 }, { requests: 335, left: 10 }],
    ["100 retries of refused requests", { status: 503 }, { requests: 400, left: 0 }]
  ] as const)(
    "pays for %s in all, however many calls fail, in turn or at once",
    function* ([, step, wanted]) {
      assert.deepEqual(yield* call([step], 300), wanted)
      assert.deepEqual(yield* call([step], 300, true), wanted)
    }
  )

  test("gets back what the retries of a success took, and 1 for one without, up to its 500", function* () {
    const failedOnce = Array.from({ length: 100 }, () => [{ status: 500 }, good]).flat()
    assert.deepEqual(yield* call(failedOnce, 100), { requests: 200, left: 500 })
    const outage = Array.from({ length: 3 }, () => ({ status: 500 }))
    assert.deepEqual(yield* call([...outage, good], 11), { requests: 13, left: 482 })
    assert.deepEqual(yield* call([...outage, good], 60), { requests: 62, left: 500 })
  })
})

describe("deadlines", () => {
  it("the deadline is 75 s over all attempts", async () => {
    const { error, sent } = await failing([{ status: 500, after: 30_000 }])
    assert.deepInclude(error, { _tag: "DeadlineExceededError", elapsed: 75_000 })
    assert.lengthOf(sent, 3)
  })

  it("the body of an error that stalls costs at most 5 s", async () => {
    const { error } = await failing([{ status: 409, body: "{", ending: "stalls" }])
    assert.deepInclude(error, { _tag: "ConflictError", elapsed: 5_000 })
  })
})

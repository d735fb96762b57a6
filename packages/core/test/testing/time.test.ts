// Time in tests: waits are skipped unless asked for, and then take place on the clock of the test.
import { respond, fail, mockClient } from "../../src/testing/index.ts"
import { Decisions } from "../../src/resources/decisions/index.ts"
import { assert as check, it as effectIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, assert, describe, it, vi } from "vitest"

const question = {
  model: "decider-27b",
  state: "the state",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

const decided = respond.decisions.create({
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.75 } },
  usage: { input_tokens: 3, output_tokens: 0 }
})

const failure = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => assert.fail("it succeeds"),
    (error: unknown) => error
  )

describe("time", () => {
  afterEach(() => void vi.useRealTimers())

  effectIt.effect("is Effect's where waits are kept", () =>
    Effect.gen(function* () {
      const { layer, waits } = mockClient([fail.status(429, { retryAfter: "7 seconds" }), decided], {
        realDelays: true
      })
      const ask = Decisions.use((decisions) => decisions.create(question))
      const fiber = yield* Effect.forkChild(Effect.provide(ask, layer))
      yield* TestClock.adjust(6_999)
      check.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      check.strictEqual((yield* Fiber.join(fiber)).answers.urgent.noul, 0.75)
      check.deepStrictEqual(waits, [7_000])
    })
  )

  effectIt.effect("stands still elsewhere", () =>
    Effect.gen(function* () {
      const { layer } = mockClient([fail.status(503), fail.status(503), decided])
      const ask = Decisions.use((decisions) => decisions.create(question))
      check.strictEqual((yield* Effect.provide(ask, layer)).answers.urgent.noul, 0.75)
    })
  )

  it("is not waited for at the end of a spent window", async () => {
    const resetAt = Math.ceil(Date.now() / 1_000) + 30
    const spent = respond.models.list(
      { object: "list", data: [] },
      { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(resetAt) } }
    )
    const { client, waits } = mockClient([spent, respond.models.list({ object: "list", data: [] })], {
      waitForRateLimit: true
    })
    await client.models.list()
    await client.models.list()
    assert.isAbove(waits[0] ?? 0, 10_000)
    await client.close()
  })

  it("may be faked altogether", async () => {
    vi.useFakeTimers()
    const { client } = mockClient([fail.status(429, { retryAfter: "7 seconds" }), decided, fail.stall()])
    assert.strictEqual((await client.decisions.create(question)).answers.urgent.noul, 0.75)
    const late = failure(client.decisions.create(question))
    await vi.advanceTimersByTimeAsync(75_000)
    assert.propertyVal(await late, "_tag", "DeadlineExceededError")
    await client.close()
  })
})

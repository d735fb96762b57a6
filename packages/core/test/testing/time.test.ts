// Time in tests: waits are skipped unless asked for, and then take place on the clock of the test.
import { fail, mockClient, respond } from "../../src/testing/index.ts"
import { Decisions } from "../../src/resources/decisions/index.ts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, assert, describe, it, vi } from "vitest"
import { test } from "../fixtures/effects.ts"
import { rejection } from "../fixtures/rejection.ts"
import { decided, mocked, models, question } from "./fixtures.ts"

describe("time", () => {
  afterEach(() => void vi.useRealTimers())

  test("is Effect's where waits are kept", function* () {
    const { layer, waits } = mockClient([fail.status(429, { retryAfter: "7 seconds" }), decided], {
      realDelays: true
    })
    const ask = Decisions.use((decisions) => decisions.create(question))
    const fiber = yield* Effect.forkChild(Effect.provide(ask, layer))
    yield* TestClock.adjust(6_999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* Fiber.join(fiber)).answers.urgent.noul, 0.75)
    assert.deepStrictEqual(waits, [7_000])
  })

  it("is not waited for at the end of a spent window", async () => {
    vi.useFakeTimers({ now: 1_790_000_000_000 })
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1790000030" }
    const spent = respond.models.list({ object: "list", data: [] }, { headers })
    const { client, waits } = mocked([spent, models], { waitForRateLimit: true })
    await client.models.list()
    await client.models.list()
    assert.isAtLeast(waits[0] ?? 0, 30_000)
  })

  it("may be faked altogether", async () => {
    vi.useFakeTimers()
    const { client } = mocked([fail.status(429, { retryAfter: "7 seconds" }), decided, fail.stall()])
    assert.strictEqual((await client.decisions.create(question)).answers.urgent.noul, 0.75)
    const late = rejection(client.decisions.create(question))
    await vi.advanceTimersByTimeAsync(75_000)
    assert.propertyVal(await late, "_tag", "DeadlineExceededError")
  })
})

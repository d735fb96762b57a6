// What is retried and when, and how calls end.
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../../src/Client.ts"
import { ask, clientOver, good, type Step } from "../../fixtures/wire.ts"
import { answering, at, failing } from "../../fixtures/calls.ts"

describe("retries", () => {
  it.effect("429 with Retry-After is retried at that very moment", () =>
    Effect.gen(function* () {
      const { sent } = yield* answering([{ status: 429, headers: { "retry-after": "7" } }, good])
      assert.deepEqual(at(sent), [0, 7_000])
    })
  )

  it.effect("a Retry-After on 500 is obeyed too", () =>
    Effect.gen(function* () {
      const { sent } = yield* answering([{ status: 500, headers: { "retry-after": "9" } }, good])
      assert.deepEqual(at(sent), [0, 9_000])
    })
  )

  it.effect("Retry-After of an hour fails at once and says so", () =>
    Effect.gen(function* () {
      const { error, sent } = yield* failing([{ status: 429, headers: { "retry-after": "3600" } }, good])
      assert.strictEqual(error._tag, "RateLimitError")
      assert.strictEqual("retryAfter" in error && error.retryAfter, 3_600_000)
      assert.strictEqual(sent.length, 1)
      assert.isBelow(error.elapsed ?? Infinity, 50)
    })
  )

  it.effect("a wait past the deadline is not begun", () =>
    Effect.gen(function* () {
      const step = { status: 503, headers: { "retry-after": "30" } }
      const { error, sent } = yield* failing([step, good], { timeout: "20 seconds" })
      assert.strictEqual(error._tag, "UnavailableError")
      assert.strictEqual(sent.length, 1)
      assert.isBelow(error.elapsed ?? Infinity, 50)
    })
  )

  it.effect("an outage ends after 3 requests with the last failure", () =>
    Effect.gen(function* () {
      const { error, sent } = yield* failing([{ status: 500 }, { status: 503 }, { status: 502 }, good])
      assert.strictEqual(error._tag, "ConnectionError")
      assert.strictEqual("reason" in error && error.reason, "badGateway")
      assert.strictEqual(error.attempts, 3)
      assert.strictEqual(sent.length, 3)
    })
  )

  for (const status of [400, 401, 403, 404, 405, 408, 409, 413, 422, 425, 501, 505]) {
    it.effect(`${status} is never retried`, () =>
      Effect.gen(function* () {
        const { sent } = yield* failing([{ status }, good])
        assert.strictEqual(sent.length, 1)
      })
    )
  }

  it.effect("maxRetries 0 tries once", () =>
    Effect.gen(function* () {
      const { error, sent } = yield* failing([{ status: 500 }], { maxRetries: 0 })
      assert.strictEqual(sent.length, 1)
      assert.strictEqual(error.attempts, 1)
    })
  )

  it.effect("a connection that broke is retried", () =>
    Effect.gen(function* () {
      const reset: Step = { breaks: { phase: "headers", code: "ECONNRESET" } }
      const { sent } = yield* answering([reset, { ...good, ending: "breaks" }, good])
      assert.strictEqual(sent.length, 3)
    })
  )

  it.effect("retries that end well never empty the bucket", () =>
    Effect.gen(function* () {
      const steps = Array.from({ length: 100 }, () => [{ status: 500 }, good]).flat()
      const { layer, sent } = clientOver(steps)
      const calls = Effect.forEach(Array.from({ length: 100 }), () => ask)
      const fiber = yield* Effect.forkChild(Effect.provide(calls, layer))
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(fiber)
      assert.strictEqual(sent.length, 200)
    })
  )

  it.effect("100 calls a second for a minute of outage cost 35 retries in all", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([{ status: 500 }])
      const calls = Effect.forEach(
        Array.from({ length: 6_000 }, (_, n) => n),
        (n) => Effect.exit(Effect.delay(ask, Duration.millis(n * 10))),
        { concurrency: "unbounded" }
      )
      const fiber = yield* Effect.forkChild(Effect.provide(calls, layer))
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(fiber)
      assert.strictEqual(sent.length, 6_035)
    })
  )
})

describe("deadlines", () => {
  const phases: ReadonlyArray<readonly [string, Step, boolean]> = [
    ["connect", { silent: true, breaks: { phase: "connect", code: "" } }, false],
    ["send", { silent: true, breaks: { phase: "send", code: "" } }, true],
    ["headers", { silent: true }, true],
    ["body", { body: "{", ending: "stalls" }, true]
  ]
  for (const [phase, step, sentOut] of phases) {
    it.effect(`silence in phase ${phase} is a DeadlineExceededError at the deadline`, () =>
      Effect.gen(function* () {
        const { error, sent } = yield* failing([step], { timeout: 500 })
        assert.strictEqual(error._tag, "DeadlineExceededError")
        assert.strictEqual(error.phase, phase)
        assert.strictEqual("sent" in error && error.sent, sentOut)
        assert.strictEqual(error.elapsed, 500)
        assert.strictEqual(sent.length, 1)
      })
    )
  }

  it.effect("the deadline is 75 s over all attempts", () =>
    Effect.gen(function* () {
      const { error, sent } = yield* failing([{ status: 500, after: 30_000 }])
      assert.strictEqual(error._tag, "DeadlineExceededError")
      assert.strictEqual(error.elapsed, 75_000)
      assert.strictEqual(sent.length, 3)
    })
  )

  it.effect("the call's own timeout wins over the client's", () =>
    Effect.gen(function* () {
      const { layer } = clientOver([{ silent: true }], { timeout: "60 seconds" })
      const fiber = yield* Effect.forkChild(
        Client.withOptions(ask, { timeout: "2 seconds" }).pipe(Effect.flip, Effect.provide(layer))
      )
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* Fiber.join(fiber)).elapsed, 2_000)
    })
  )

  it.effect("the body of an error that stalls costs at most 5 s", () =>
    Effect.gen(function* () {
      const { error } = yield* failing([{ status: 409, body: "{", ending: "stalls" }])
      assert.strictEqual(error._tag, "ConflictError")
      assert.strictEqual(error.elapsed, 5_000)
    })
  )
})

it.effect("an interrupted call sends nothing more", () =>
  Effect.gen(function* () {
    const { layer, sent } = clientOver([{ status: 500, headers: { "retry-after": "10" } }])
    const fiber = yield* Effect.forkChild(Effect.provide(ask, layer))
    yield* TestClock.adjust("5 seconds")
    yield* Fiber.interrupt(fiber)
    yield* TestClock.adjust("1 minute")
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
    assert.strictEqual(sent.length, 1)
  })
)

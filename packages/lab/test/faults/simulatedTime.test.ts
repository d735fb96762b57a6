// Retries, deadlines and requested delays of the client under random faults, in simulated time.
import { assert, describe, it } from "@effect/vitest"
import * as Client from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { type Operation, wholeOperations } from "../../src/faults/operations.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"
import { randomScenario, problemsIn } from "../../src/faults/randomScenarios.ts"
import type { FaultReply } from "../../src/faults/FaultReply.ts"
import { scriptedTransport } from "../../src/faults/scriptedTransport.ts"

const [decisions, chat, keys] = wholeOperations as readonly [Operation, Operation, Operation]
const json = { "content-type": "application/json" }
const good: FaultReply = { headers: json, parts: [decisions.answer.body] }
const baseUrl = "http://service.test"

/** Runs a call to its end, however long that takes on the clock of the test. */
const meet = Effect.fnUntraced(function* (
  operation: Operation,
  replies: ReadonlyArray<FaultReply>,
  options: { readonly timeout?: Duration.Input } = {}
) {
  const { layer, sent } = scriptedTransport(replies)
  const began = yield* Clock.currentTimeMillis
  const client = Client.layer({ baseUrl, ...options }).pipe(Layer.provide(layer))
  const fiber = yield* Effect.forkChild(Effect.provide(operation.effect, client, { local: true }))
  yield* TestClock.adjust(500_000)
  const exit = yield* Fiber.await(fiber)
  const error: ApiError | undefined = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, sent, began, at: sent.map((one) => one.at - began) }
})

const scripts = 10_000

it.effect(
  `in ${scripts} random fault scripts no call sends over 3 requests, too early, too late or for nothing`,
  () =>
    Effect.gen(function* () {
      const outcomes = new Map<string, number>()
      for (let seed = 1; seed <= scripts; seed++) {
        const script = randomScenario(seededRandom(seed))
        yield* TestClock.setTime(1_790_000_000_000 + seed * 1_000_000 + (seed % 1_000))
        const isStream = script.operation.name.endsWith("stream")
        const { began, error, sent } = yield* meet(script.operation, script.replies, {
          timeout: script.timeout
        })
        const wrongs = problemsIn(script, began, sent, error)
        assert.deepEqual(
          wrongs,
          [],
          `seed ${seed}: ${script.operation.name}, ${JSON.stringify({ sent, error })}`
        )
        const outcome = `${isStream ? "stream " : ""}${error?._tag ?? "ok"}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      // The scripts reach what they are meant to reach.
      for (const [outcome, times] of outcomes) assert.isAbove(times, 20, outcome)
      assert.isAtLeast(outcomes.size, 20, [...outcomes.keys()].join())
      assert.isAbove(outcomes.get("ok") ?? 0, 500)
      assert.isAbove(outcomes.get("stream ok") ?? 0, 500)
    }),
  240_000
)

describe("a total outage", () => {
  const outages: ReadonlyArray<readonly [string, FaultReply]> = [
    ["refused connections", { breaks: { phase: "connect", code: "ECONNREFUSED" } }],
    ["status 500", { status: 500 }]
  ]
  for (const [what, reply] of outages)
    it.effect(`of ${what} at 100 calls a second for a minute adds at most 5 % of requests`, () =>
      Effect.gen(function* () {
        const { layer, sent } = scriptedTransport([reply])
        const calls = Effect.forEach(
          Array.from({ length: 6_000 }, (_, n) => n),
          (n) => Effect.exit(Effect.delay(decisions.effect, n * 10)),
          { concurrency: "unbounded", discard: true }
        )
        const client = Client.layer({ baseUrl }).pipe(Layer.provide(layer))
        const fiber = yield* Effect.forkChild(Effect.provide(calls, client))
        yield* TestClock.adjust("3 minutes")
        yield* Fiber.join(fiber)
        assert.isAtLeast(sent.length, 6_001)
        assert.isAtMost(sent.length, 6_300)
      })
    )
})

describe("Retry-After", () => {
  const forms: ReadonlyArray<readonly [string, FaultReply, number]> = [
    ["in seconds", { status: 429, headers: { "retry-after": "7" } }, 7_000],
    ["as a date", { status: 429, retryAt: 7 }, 7_000],
    ["in milliseconds", { status: 429, headers: { "retry-after-ms": "7001" } }, 7_001],
    ["of 60 s", { status: 503, headers: { "retry-after": "60" } }, 60_000],
    [
      "given three times",
      { status: 503, headers: { "retry-after": "2, 9", "retry-after-ms": "5000" } },
      9_000
    ]
  ]
  for (const [form, reply, wait] of forms)
    it.effect(`${form} is obeyed to the millisecond`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_790_000_000_000)
        const { at, error } = yield* meet(decisions, [reply, good])
        assert.isUndefined(error)
        assert.deepEqual(at, [0, wait])
      })
    )

  const tooLong: ReadonlyArray<readonly [string, FaultReply, number]> = [
    ["in seconds", { status: 429, headers: { "retry-after": "61" } }, 61_000],
    ["as a date", { status: 429, retryAt: 3_600 }, 3_600_000],
    ["in milliseconds", { status: 503, headers: { "retry-after-ms": "60001" } }, 60_001],
    ["for ever", { status: 503, headers: { "retry-after": "999999999" } }, 999_999_999_000]
  ]
  for (const [form, reply, wait] of tooLong)
    it.effect(`that is too long, ${form}, fails at once and is reported`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_790_000_000_000)
        const { at, error } = yield* meet(decisions, [reply, good], { timeout: "1 hour" })
        assert.deepInclude(error, { retryAfter: wait, elapsed: 0, attempts: 1 })
        assert.deepEqual(at, [0])
      })
    )
})

describe("the deadline over all attempts", () => {
  it.effect("an attempt whose wait would pass it is not started, and the last real failure is reported", () =>
    Effect.gen(function* () {
      const { at, error } = yield* meet(
        decisions,
        [{ after: 3_000, status: 503, headers: { "retry-after": "6" } }],
        { timeout: "10 seconds" }
      )
      assert.deepEqual(at, [0, 9_000])
      assert.deepInclude(error, {
        _tag: "DeadlineExceededError",
        phase: "headers",
        elapsed: 10_000,
        attempts: 2
      })
      const early = yield* meet(decisions, [{ after: 5_000, status: 503, headers: { "retry-after": "6" } }], {
        timeout: "10 seconds"
      })
      assert.deepEqual(early.at, [0])
      assert.deepInclude(early.error, { _tag: "UnavailableError", elapsed: 5_000, attempts: 1 })
    })
  )
})

describe("once bytes were written", () => {
  const sentOut: ReadonlyArray<readonly [string, FaultReply]> = [
    ["a broken pipe", { breaks: { phase: "send", code: "EPIPE" } }],
    ["a reset", { breaks: { phase: "headers", code: "ECONNRESET" } }],
    ["a body cut", { headers: json, parts: ["{"], ending: "closed" }],
    ["429", { status: 429, headers: { "retry-after": "1" } }],
    ["503", { status: 503 }],
    ["500", { status: 500 }]
  ]
  for (const [what, reply] of sentOut)
    it.effect(`a key is asked for once: ${what}`, () =>
      Effect.gen(function* () {
        const { error, sent } = yield* meet(keys, [reply])
        assert.strictEqual(sent.length, 1)
        assert.isDefined(error)
      })
    )
  for (const [what, reply] of sentOut.slice(0, 3))
    it.effect(`work that bills is asked for once: ${what}`, () =>
      Effect.gen(function* () {
        const { sent } = yield* meet(chat, [reply])
        assert.strictEqual(sent.length, 1)
      })
    )
  it.effect("before that, both are tried three times", () =>
    Effect.gen(function* () {
      for (const operation of [keys, chat]) {
        const { error, sent } = yield* meet(operation, [{ breaks: { phase: "tls", code: "ECONNRESET" } }])
        assert.strictEqual(sent.length, 3)
        assert.deepInclude(error, { _tag: "ConnectionError", sent: false, attempts: 3 })
      }
    })
  )
})

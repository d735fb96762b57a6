// Retries, deadlines and requested delays of the client under faults, in simulated time.
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
import type { FaultReply } from "../../src/faults/FaultReply.ts"
import { type WholeOperation, wholeOperations } from "../../src/faults/operations.ts"
import { scriptedTransport } from "../../src/faults/scriptedTransport.ts"
import { problemsIn, randomScenarios } from "./randomScenarios.ts"

/** Runs a call over a scripted transport to its end, however long that takes on the clock of the test. */
const meet = Effect.fnUntraced(function* (
  operation: WholeOperation,
  replies: ReadonlyArray<FaultReply>,
  options: { readonly timeout?: Duration.Input } = {}
) {
  const { layer, sent } = scriptedTransport(replies)
  const began = yield* Clock.currentTimeMillis
  const client = Client.layer({ baseUrl: "http://service.test", ...options }).pipe(Layer.provide(layer))
  const fiber = yield* Effect.forkChild(Effect.provide(operation.effect, client, { local: true }))
  yield* TestClock.adjust(500_000)
  const exit = yield* Fiber.await(fiber)
  const error: ApiError | undefined = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, sent, began, at: sent.map((one) => one.at - began) }
})

const [decisions, chat, keys] = wholeOperations as readonly [WholeOperation, WholeOperation, WholeOperation]
const good: FaultReply = {
  headers: { "content-type": "application/json" },
  parts: [decisions.answer.body]
}

it.effect("in 1,000 random scenarios no call sends over 3 requests, too early, too late or for nothing", () =>
  Effect.gen(function* () {
    const outcomes = new Set<string>()
    for (const [at, scenario] of randomScenarios(1_000).entries()) {
      const { operation, replies, timeout } = scenario
      yield* TestClock.setTime(1_790_000_000_000 + at * 1_000_001)
      const { began, error, sent } = yield* meet(operation, replies, { timeout })
      const report = `scenario ${at}: ${operation.name}, ${JSON.stringify({ sent, error })}`
      assert.deepEqual(problemsIn(scenario, began, sent, error), [], report)
      outcomes.add(`${operation.retry} ${error?._tag}`)
    }
    assert.isAtLeast(outcomes.size, 12)
  })
)

describe("Retry-After", () => {
  it.effect.each<readonly [string, FaultReply, number, boolean]>([
    ["as a date", { status: 429, retryAt: 7 }, 7_000, true],
    [
      "given three times",
      { status: 503, headers: { "retry-after": "2, 9", "retry-after-ms": "5000" } },
      9_000,
      true
    ],
    ["of 60 s", { status: 503, headers: { "retry-after": "60" } }, 60_000, true],
    ["of 60.001 s", { status: 503, headers: { "retry-after-ms": "60001" } }, 60_001, false],
    ["for ever", { status: 503, headers: { "retry-after": "999999999" } }, 999_999_999_000, false]
  ])(
    "%s is obeyed to the millisecond up to 60 s, else fails at once and is reported",
    ([, reply, wait, obeys]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_790_000_000_000)
        const { at, error } = yield* meet(decisions, [reply, good], { timeout: "1 hour" })
        assert.deepEqual(at, obeys ? [0, wait] : [0])
        if (obeys) assert.isUndefined(error)
        else assert.deepInclude(error, { retryAfter: wait, elapsed: 0, attempts: 1 })
      })
  )
})

const after = (milliseconds: number) =>
  meet(decisions, [{ after: milliseconds, status: 503, headers: { "retry-after": "6" } }], {
    timeout: "10 seconds"
  })

it.effect("an attempt whose wait would pass the deadline is not started; the last failure is reported", () =>
  Effect.gen(function* () {
    const started = yield* after(3_000)
    assert.deepEqual(started.at, [0, 9_000])
    const late = { _tag: "DeadlineExceededError", phase: "headers", elapsed: 10_000, attempts: 2 } as const
    assert.deepInclude(started.error, late)
    const refused = yield* after(5_000)
    assert.deepEqual(refused.at, [0])
    assert.deepInclude(refused.error, { _tag: "UnavailableError", elapsed: 5_000, attempts: 1 })
  })
)

it.effect("before bytes were written, a key and work that bills are asked for three times", () =>
  Effect.gen(function* () {
    for (const operation of [keys, chat]) {
      const { error, sent } = yield* meet(operation, [{ breaks: { phase: "tls", code: "ECONNRESET" } }])
      assert.strictEqual(sent.length, 3)
      assert.deepInclude(error, { _tag: "ConnectionError", sent: false, attempts: 3 })
    }
  })
)

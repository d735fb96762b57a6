// What is retried, when, and how calls end. Waits of Retry-After are in packages/lab/test/faults/retries.test.ts.
import { assert, describe, it } from "@effect/vitest"
import { backoff, classifyFailure } from "../../../src/client/retry/RetryPolicy.ts"
import * as Effect from "effect/Effect"
import * as ApiError from "../../../src/errors/ApiError.ts"
import * as Layer from "effect/Layer"
import { ask, clientOver, good, type Step } from "../../fixtures/wire.ts"
import { test } from "../../fixtures/effects.ts"
import { at, ended, failing, over, rejection } from "../../fixtures/calls.ts"
import * as Exit from "effect/Exit"
import type * as Client from "../../../src/Client.ts"

it("the back-off doubles from 250 ms, from 1 s after a refusal, up to 10 s, under full jitter", () => {
  for (const [failure, jitter, delays] of [
    ["unknown", 1, [250, 500, 1_000, 10_000]],
    ["refused", 0.5, [500, 1_000, 2_000, 5_000]],
    ["refused", 0, [0, 0, 0, 0]]
  ] as const)
    assert.deepEqual<unknown>(
      [0, 1, 2, 50].map((attempt) => backoff(failure, attempt, jitter)),
      delays
    )
})

const message = "m"

it.each<readonly [ApiError.ApiError, string]>([
  [new ApiError.ConnectionError({ message, phase: "tls", reason: "protocol" }), "unsent"],
  [new ApiError.ConnectionError({ message, phase: "tls", reason: "certificate" }), "final"],
  [new ApiError.DeadlineExceededError({ message, phase: "service", status: 504 }), "unknown"],
  [new ApiError.RateLimitError({ message, phase: "stream" }), "final"]
])("%s is %s for another attempt", (error, failure) => {
  assert.strictEqual(classifyFailure(error), failure)
})

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
  "the retry budget of a client pays for %s in all, however many calls fail, in turn or at once",
  function* ([, step, wanted]) {
    assert.deepEqual(yield* call([step], 300), wanted)
    assert.deepEqual(yield* call([step], 300, true), wanted)
  }
)

test("the retry budget of a client gets back what the retries of a success took, and 1 for one without, up to its 500", function* () {
  const failedOnce = Array.from({ length: 100 }, () => [{ status: 500 }, good]).flat()
  assert.deepEqual(yield* call(failedOnce, 100), { requests: 200, left: 500 })
  const outage = Array.from({ length: 3 }, () => ({ status: 500 }))
  assert.deepEqual(yield* call([...outage, good], 11), { requests: 13, left: 482 })
})

it("the deadline is 75 s over all attempts", async () => {
  const { error, sent } = await failing([{ status: 500, after: 30_000 }])
  assert.deepInclude(error, { _tag: "DeadlineExceededError", elapsed: 75_000 })
  assert.lengthOf(sent, 3)
})

const paced = { waitForRateLimit: true } as const
const pacedOnce = { ...paced, maxRetries: 0 } as const

/** An answer with the last request of a window that ends at so many seconds. */
const spent = (reset: string, status = 200): Step => ({
  ...good,
  status,
  headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }
})

/** A refusal that asks for a wait of so many milliseconds. */
const refused = (millis: number): Step => ({ status: 429, headers: { "retry-after-ms": String(millis) } })

const windowed: Step = { status: 429, headers: { "x-ratelimit-reset": "5" } }

/** Two calls, the second when the first is over, and when their requests were sent. */
const twice = Effect.fnUntraced(function* (
  steps: ReadonlyArray<Step>,
  options: Partial<Client.ClientOptions>
) {
  const { layer, sent } = clientOver(steps, options)
  const calls = Effect.all([Effect.exit(ask), Effect.exit(ask)])
  const [first, second] = yield* yield* ended(Effect.provide(calls, layer))
  return { first, second, times: at(sent) }
})

const hour = 3_600_000

describe("waitForRateLimit", () => {
  type Row = readonly [string, Step, Partial<Client.ClientOptions>, times: ReadonlyArray<number>]
  test.each<Row>([
    ["waits for the end of a window in which no request is left", spent("10"), paced, [0, 10_000]],
    ["waits for nothing by default", spent("90"), {}, [0, 0]],
    ["believes no window of over an hour", spent("3601"), paced, [0, 0]],
    ["waits at least 250 ms after a 429 that asks for a wait", refused(1), pacedOnce, [0, 250, 250]],
    ["has a 429 that names its window alone wait for it, as by default", windowed, {}, [0, 5_000, 5_000]]
  ])("%s", function* ([, step, options, wanted]) {
    const { second, times } = yield* twice([step, good], options)
    assert.isTrue(Exit.isSuccess(second))
    assert.deepEqual(times, wanted)
  })

  test.each([
    ["a window that ends after its deadline", spent("90"), 90_000],
    ["a retry-after of an hour", refused(hour), hour]
  ] as const)("fails the next call at once, unsent: %s", function* ([, step, resetAt]) {
    const { second, times } = yield* twice([step, good], paced)
    assert.deepInclude(yield* Effect.flip(second), { _tag: "RateLimitError", resetAt, attempts: 0 })
    assert.deepEqual(times, [0])
  })

  test("a 429 that says how long to wait counts as no attempt and costs no tokens", function* () {
    const tokens = new Set<number>()
    const { first, times } = yield* twice([...Array.from({ length: 4 }, () => refused(1_000)), good], {
      ...pacedOnce,
      onAttempt: ({ retryTokens }) => tokens.add(retryTokens)
    })
    assert.isTrue(Exit.isSuccess(first))
    assert.deepEqual(times, [0, 1_000, 2_000, 3_000, 4_000, 4_000])
    assert.deepEqual([...tokens], [500])
  })

  it("one that does not say it does, and what must not run twice is not repeated", async () => {
    const silent = await failing([{ status: 429 }, good], pacedOnce)
    assert.deepInclude(silent.error, { _tag: "RateLimitError", attempts: 1 })
    const { client, sent } = over([refused(1_000)], pacedOnce)
    assert.deepInclude(await rejection(client.apiKeys.generate({})), { _tag: "RateLimitError" })
    assert.lengthOf(sent, 1)
  })
})

// Waits for the end of a rate limit window.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Client from "../../src/Client.ts"
import { at, ended, failing, over, rejection } from "../fixtures/calls.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

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
    ["believes no time in milliseconds", spent("1790000000000"), paced, [0, 0]],
    ["believes no window of over an hour", spent("3601"), paced, [0, 0]],
    ["waits at least 250 ms after a 429 that asks for a wait", refused(1), pacedOnce, [0, 250, 250]],
    [
      "has a 429 without retry-after wait for its window, as by default",
      spent("5", 429),
      {},
      [0, 5_000, 5_000]
    ],
    [
      "has a 429 that names its window alone wait for it, as by default",
      { status: 429, headers: { "x-ratelimit-reset": "5" } },
      {},
      [0, 5_000, 5_000]
    ]
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

  it("one that does not say it or asks for too long does, and what must not run twice is not repeated", async () => {
    const silent = await failing([{ status: 429 }, good], pacedOnce)
    assert.deepInclude(silent.error, { _tag: "RateLimitError", attempts: 1 })
    const late = await failing([refused(70_000)], { ...pacedOnce, timeout: 70_000 })
    assert.deepInclude(late.error, { retryAfter: 70_000, attempts: 1 })
    const { client, sent } = over([refused(1_000)], pacedOnce)
    assert.deepInclude(await rejection(client.apiKeys.generate({})), { _tag: "RateLimitError" })
    assert.lengthOf(sent, 1)
  })
})

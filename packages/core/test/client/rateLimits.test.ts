// Waits for the end of a rate limit window.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Client from "../../src/Client.ts"
import { at, ended, failing, onTestClock, over, rejection } from "../fixtures/calls.ts"
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
const callTwice = Effect.fnUntraced(function* (
  steps: ReadonlyArray<Step>,
  options: Partial<Client.ClientOptions>
) {
  const { layer, sent } = clientOver(steps, options)
  const calls = Effect.all([Effect.exit(ask), Effect.exit(ask)])
  const [first, second] = yield* yield* ended(Effect.provide(calls, layer))
  return { first, second, times: at(sent) }
})

const twice = (...args: Parameters<typeof callTwice>) => onTestClock(callTwice(...args))

const hour = 3_600_000

describe("waitForRateLimit", () => {
  it.each([
    ["waits for the end of a window in which no request is left", [spent("10"), good], paced, [0, 10_000]],
    ["waits for nothing by default", [spent("90")], {}, [0, 0]],
    ["believes no time in milliseconds", [spent("1790000000000"), good], paced, [0, 0]],
    ["believes no window of over an hour", [spent("3601"), good], paced, [0, 0]],
    ["believes no retry-after of over an hour", [refused(hour + 1), good], paced, [0, 0]],
    ["waits at least 250 ms after a 429 that asks for a wait", [refused(1), good], pacedOnce, [0, 250, 250]],
    [
      "has a 429 that says its window alone wait for it, as by default",
      [{ status: 429, headers: { "x-ratelimit-reset": "5" } }, good],
      {},
      [0, 5_000, 5_000]
    ],
    [
      "has a 429 without retry-after wait for its window, as by default",
      [spent("5", 429), good],
      {},
      [0, 5_000, 5_000]
    ]
  ] as ReadonlyArray<
    readonly [string, ReadonlyArray<Step>, Partial<Client.ClientOptions>, ReadonlyArray<number>]
  >)("%s", async (_, steps, options, wanted) => {
    const { second, times } = await twice(steps, options)
    assert.isTrue(Exit.isSuccess(second))
    assert.deepEqual(times, [...wanted])
  })

  it.each([
    ["a window that ends after its deadline", spent("90"), 90_000],
    ["a window of an hour", spent("3600"), hour],
    ["a retry-after of an hour", refused(hour), hour]
  ] as const)("fails the next call at once, unsent: %s", async (_, step, resetAt) => {
    const { second, times } = await twice([step, good], paced)
    const error = await Effect.runPromise(Effect.flip(second))
    assert.deepInclude(error, { _tag: "RateLimitError", resetAt, attempts: 0 })
    assert.deepEqual(times, [0])
  })

  it("a 429 that says how long to wait counts as no attempt and costs no tokens", async () => {
    const tokens: Array<number> = []
    const { first, times } = await twice([...Array.from({ length: 4 }, () => refused(1_000)), good], {
      ...pacedOnce,
      onAttempt: ({ retryTokens }) => tokens.push(retryTokens)
    })
    assert.isTrue(Exit.isSuccess(first))
    assert.deepEqual(times, [0, 1_000, 2_000, 3_000, 4_000, 4_000])
    assert.deepEqual(new Set(tokens), new Set([500]))
  })

  it("one that does not say it does, and an operation that must not run twice is not repeated", async () => {
    const { error } = await failing([{ status: 429 }, good], pacedOnce)
    assert.deepInclude(error, { _tag: "RateLimitError", attempts: 1 })
    const { client, sent } = over([refused(1_000)], pacedOnce)
    assert.deepInclude(await rejection(client.apiKeys.generate({})), { _tag: "RateLimitError" })
    assert.lengthOf(sent, 1)
  })

  it("the wait may be as long as the deadline allows", async () => {
    const { first, times } = await twice([refused(70_000), good], pacedOnce)
    assert.isTrue(Exit.isSuccess(first))
    assert.deepEqual(times, [0, 70_000, 70_000])
    const { error } = await failing([refused(70_000)], { ...pacedOnce, timeout: 70_000 })
    assert.deepInclude(error, { retryAfter: 70_000, attempts: 1 })
  })

  test("requests without a method of their own are distinguished by method and path", function* () {
    const { layer, sent } = clientOver([spent("90")], paced)
    const context = yield* Layer.build(layer)
    for (const [method, path] of [
      ["GET", "/a"],
      ["GET", "/b"],
      ["DELETE", "/a"],
      ["GET", "/a"]
    ] as const)
      yield* Effect.exit(Effect.provide(Client.request({ method, path }), context))
    assert.lengthOf(sent, 3)
  })
})

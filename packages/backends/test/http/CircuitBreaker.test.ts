// The circuit breaker of a backend: whose failures open it, for how long, and what closes it.
import { assert, describe, it } from "vitest"
import { type CallResult, type CircuitBreaker, make } from "../../src/http/CircuitBreaker.ts"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { withDeadline } from "../../src/http/AttemptDeadline.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { test } from "../support/effects.ts"
import { type Reply, scriptedTransport } from "../support/scriptedTransport.ts"

const window = 10_000
const results = new Map<string, CallResult>([
  ["s", "success"],
  ["f", "failure"],
  ["l", "late"]
])

/** Calls that end, one per millisecond from `from` on: group and result, as `as` and `bf`. Gives the last report. */
const run = (breaker: CircuitBreaker, from: number, calls: string, took = 1) =>
  calls
    .split(" ")
    .map(([group = "", letter = ""], index) =>
      breaker.report(group, results.get(letter) ?? "ignored", from + index, took)
    )
    .at(-1)

const closed = () => make({ minimumCalls: 4, failureRatio: 0.5, window, openDuration: 3_000 })

const opened = () => {
  const breaker = closed()
  assert.strictEqual(run(breaker, 0, "af af af af"), 3_000)
  return breaker
}

describe("a circuit breaker", () => {
  it.each<readonly [string, { readonly [from: number]: string }, boolean]>([
    ["stays closed before the minimum number of calls", { 0: "af bf cf" }, false],
    ["opens when all calls of one group fail, and there is no other", { 0: "af af af af" }, true],
    ["opens when two groups fail at the ratio", { 0: "as bs af bf" }, true],
    ["stays closed when two groups fail below the ratio", { 0: "as bs cs af bf" }, false],
    ["stays closed when the only group fails, soon after it succeeded", { 0: "as af af af af" }, false],
    ["stays closed when as many do not fail", { 0: "as ds bf bf cf cf cf cf" }, false],
    [
      "does so when these succeeded a window before",
      { 0: "as", 5_000: "as ds", 10_000: "bf bf cf cf" },
      false
    ],
    [
      "stays closed when one group fails, and another one now and then",
      { 0: "bs bs bs bf af af af af" },
      false
    ],
    ["opens when no call has succeeded for a window", { 0: "bs", 10_000: "af af af af" }, true],
    ["counts late calls as failures while no call succeeds", { 0: "al al al bl" }, true],
    ["does not count late calls while other calls succeed", { 0: "cs al al bl bl dl dl" }, false],
    ["counts cancelled calls neither as failures", { 0: "ai ai ai bi bi bi" }, false],
    ["nor as successes", { 0: "ai bi ci di af af af af" }, true],
    ["counts each window apart", { 0: "as bs cs af", 20_000: "af bf", 40_000: "af bf cf" }, false]
  ])("%s", (_title, calls, isOpen) => {
    const breaker = closed()
    const reports = Object.entries(calls).map(([from, list]) => run(breaker, Number(from), list))
    assert.strictEqual(reports.at(-1) !== undefined, isOpen)
    assert.strictEqual(breaker.refusal(0) !== undefined, isOpen)
  })

  it("opens at the third call in a row that takes a window without a success, however far apart", () => {
    const breaker = closed()
    assert.isUndefined(run(breaker, 0, "al bl as", window))
    assert.isUndefined(run(breaker, 9 * window, "al"))
    assert.isUndefined(run(breaker, 20 * window, "al", window))
    assert.isUndefined(run(breaker, 30 * window, "al bl cl", window))
    assert.strictEqual(run(breaker, 40 * window, "af", window), 3_000)
  })

  it("refuses calls until a probe is answered, and opens for twice as long after each that fails, up to 30 s", () => {
    const breaker = opened()
    const refusals = [3, 1_003, 3_003, 99_999].map(breaker.refusal)
    assert.deepStrictEqual(refusals, [3_000, 2_000, 1_000, 1_000])
    const waits = Array.from({ length: 5 }, (_, n) => breaker.probed(false, n))
    assert.deepStrictEqual(waits, [6_000, 12_000, 24_000, 30_000, 30_000])
    assert.isUndefined(breaker.probed(true, 3_003))
    assert.isUndefined(breaker.refusal(3_003))
  })

  it("opens for twice as long when no call has succeeded since it closed", () => {
    const breaker = opened()
    breaker.probed(true, 3_003)
    assert.strictEqual(run(breaker, 3_004, "af bf af bf"), 6_000)
    breaker.probed(true, 9_010)
    assert.isUndefined(run(breaker, 9_011, "as"))
    assert.strictEqual(run(breaker, 9_011 + window, "af bf af bf"), 3_000)
  })
})

/** A client whose backend answers a call with what its body says, and a probe with a status. */
const clientOf = Effect.fnUntraced(function* (probe: () => number, concurrency?: number) {
  const { layer, requests } = scriptedTransport(({ body, method }) =>
    method === "GET" ? { status: probe(), body: {} } : JSON.parse(String(body))
  )
  const client = yield* Effect.provide(
    makeJsonClient({ name: "local", url: "https://a.example", concurrency }),
    layer
  )
  /** How a call of a group ends. */
  const ask = (group: string, reply: Reply) =>
    client
      .call({ operation: "chat.create", path: "/v1/chat", body: reply })
      .pipe(
        Effect.match({ onSuccess: () => "answered", onFailure: ({ _tag }) => _tag }),
        Effect.provideService(Caller, { group, key: group })
      )
  const probes = () => requests.filter(({ method }) => method === "GET").map(({ url }) => url)
  return { ask, probes, requests }
})

const [answer, hang, wrong] = [{ body: {} }, {}, { status: 400, body: {} }]
const count = 20

describe("a circuit breaker of a backend", () => {
  test("opens when answers do not end in a minute, although other requests are refused", function* () {
    const { ask } = yield* clientOf(() => 200)
    const groups = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? "a" : "b"))
    const late = yield* Effect.forEach(groups, (group) => Effect.forkChild(ask(group, hang)))
    yield* TestClock.adjust(59_000)
    assert.strictEqual(yield* ask("c", wrong), "InvalidRequestError")
    yield* TestClock.adjust(1_000)
    for (const fiber of late) assert.strictEqual(yield* Fiber.join(fiber), "DeadlineExceededError")
    assert.strictEqual(yield* ask("c", wrong), "UnavailableError")
  })

  test("is not opened by calls whose time ends while they wait for others", function* () {
    const { ask, requests } = yield* clientOf(() => 200, 1)
    yield* Effect.forkChild(ask("a", hang), { startImmediately: true })
    const late = Effect.flip(withDeadline("20 seconds")(ask("b", answer)))
    const waiting = yield* Effect.forkChild(Effect.replicateEffect(late, count, { concurrency: count }))
    yield* TestClock.adjust("20 seconds")
    yield* Fiber.join(waiting)
    assert.lengthOf(requests, 1)
    const next = yield* Effect.forkChild(ask("c", answer))
    yield* TestClock.adjust("40 seconds")
    assert.strictEqual(yield* Fiber.join(next), "answered")
  })

  test("is closed by a probe of a path that costs nothing, and by no call", function* () {
    let isDown = true
    const { ask, probes, requests } = yield* clientOf(() => (isDown ? 500 : 401))
    yield* Effect.replicateEffect(ask("a", { status: 500, body: {} }), 10)
    yield* TestClock.adjust(1_999)
    assert.deepStrictEqual(probes(), [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(probes(), ["https://a.example/v1/models"])
    isDown = false
    yield* TestClock.adjust(3_999)
    assert.strictEqual(yield* ask("b", answer), "UnavailableError")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* ask("b", answer), "answered")
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(probes(), 2)
    assert.lengthOf(requests, 13)
  })
})

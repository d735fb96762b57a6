// Opening and closing of the circuit breaker of a backend, by calls of several groups.
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { withDeadline } from "../../src/http/AttemptDeadline.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { test } from "../support/effects.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"

const fails = { status: 500, body: { error: {} } }
const answers = { status: 200, body: {} }
const wishes = [
  ["fail", fails],
  ["hang", undefined],
  ["wrong", { status: 400, body: { error: {} } }]
] as const

/** A client whose backend does to a call what its body says, and probes what `probe` gives. */
const clientOf = Effect.fnUntraced(function* (probe: Script, concurrency?: number) {
  const { layer, requests } = scriptedTransport((request) => {
    if (request.method === "GET") return probe(request)
    const wished = wishes.find(([wish]) => String(request.body).includes(wish))
    return wished === undefined ? answers : wished[1]
  })
  const client = yield* Effect.provide(
    makeJsonClient({ name: "local", url: "https://a.example", concurrency }),
    layer
  )
  /** How a call of a group ends. */
  const ask = (group: string, wish: string) =>
    client
      .call({ operation: "chat.create", path: "/v1/chat", body: { wish } })
      .pipe(
        Effect.match({ onSuccess: () => "answered", onFailure: ({ _tag }) => _tag }),
        Effect.provideService(Caller, { group, key: group })
      )
  const probes = () => requests.filter(({ method }) => method === "GET").map(({ url }) => url)
  return { ask, probes, requests }
})

const count = 20

describe("a circuit breaker of a backend", () => {
  test("is not opened by one group, however often its calls fail, while another is answered", function* () {
    const { ask, requests } = yield* clientOf(() => answers)
    assert.strictEqual(yield* ask("b", "answer"), "answered")
    yield* Effect.replicateEffect(ask("a", "fail"), count)
    assert.strictEqual(yield* ask("b", "answer"), "answered")
    assert.lengthOf(requests, count + 2)
  })

  test("opens although other requests are refused by the backend", function* () {
    const { ask } = yield* clientOf(() => answers)
    const late = yield* Effect.forEach(["a", "b"], (group) =>
      Effect.forEach(Array.from({ length: count }), () => Effect.forkChild(ask(group, "hang")))
    )
    yield* TestClock.adjust(59_000)
    assert.strictEqual(yield* ask("c", "wrong"), "InvalidRequestError")
    yield* TestClock.adjust(1_000)
    for (const fiber of late.flat()) assert.strictEqual(yield* Fiber.join(fiber), "DeadlineExceededError")
    assert.strictEqual(yield* ask("c", "wrong"), "UnavailableError")
  })

  test("is not opened by calls whose time ends while they wait for others", function* () {
    const { ask, requests } = yield* clientOf(() => answers, 1)
    yield* Effect.forkChild(ask("a", "hang"), { startImmediately: true })
    const late = Effect.flip(withDeadline("20 seconds")(ask("b", "answer")))
    const waiting = yield* Effect.forkChild(Effect.replicateEffect(late, count, { concurrency: count }))
    yield* TestClock.adjust("20 seconds")
    yield* Fiber.join(waiting)
    assert.lengthOf(requests, 1)
    const next = yield* Effect.forkChild(ask("c", "answer"))
    yield* TestClock.adjust("40 seconds")
    assert.strictEqual(yield* Fiber.join(next), "answered")
  })

  test("is closed by a probe of a path that costs nothing, and by no call", function* () {
    let isDown = true
    const { ask, probes, requests } = yield* clientOf(() => (isDown ? fails : { status: 401, body: {} }))
    yield* Effect.replicateEffect(ask("a", "fail"), 10)
    yield* TestClock.adjust(1_999)
    assert.deepStrictEqual(probes(), [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(probes(), ["https://a.example/v1/models"])
    isDown = false
    assert.strictEqual(yield* ask("b", "answer"), "UnavailableError")
    yield* TestClock.adjust(3_999)
    assert.strictEqual(yield* ask("b", "answer"), "UnavailableError")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* ask("b", "answer"), "answered")
    assert.lengthOf(probes(), 2)
    assert.lengthOf(requests, 13)
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(requests, 13)
  })
})

// Opening and closing of the circuit breaker of a backend, by calls of several groups.
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { withDeadline } from "../../src/http/AttemptDeadline.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { test } from "../support/effects.ts"
import { type Reply, scriptedTransport } from "../support/scriptedTransport.ts"

const replies: { readonly [wish: string]: Reply } = {
  answer: { body: {} },
  fail: { status: 500, body: {} },
  hang: {},
  wrong: { status: 400, body: {} }
}

/** A client whose backend does to a call what its body says, and probes what `probe` gives. */
const clientOf = Effect.fnUntraced(function* (probe: () => Reply, concurrency?: number) {
  const { layer, requests } = scriptedTransport(({ body, method }) =>
    method === "GET" ? probe() : replies[JSON.parse(String(body)).wish]
  )
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
  test("opens when answers do not end in a minute, although other requests are refused", function* () {
    const { ask } = yield* clientOf(() => ({ body: {} }))
    const late = yield* Effect.forEach(["a", "b"], (group) =>
      Effect.replicateEffect(Effect.forkChild(ask(group, "hang")), count)
    )
    yield* TestClock.adjust(59_000)
    assert.strictEqual(yield* ask("c", "wrong"), "InvalidRequestError")
    yield* TestClock.adjust(1_000)
    for (const fiber of late.flat()) assert.strictEqual(yield* Fiber.join(fiber), "DeadlineExceededError")
    assert.strictEqual(yield* ask("c", "wrong"), "UnavailableError")
  })

  test("is not opened by calls whose time ends while they wait for others", function* () {
    const { ask, requests } = yield* clientOf(() => ({ body: {} }), 1)
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
    const { ask, probes, requests } = yield* clientOf(() => ({ status: isDown ? 500 : 401, body: {} }))
    yield* Effect.replicateEffect(ask("a", "fail"), 10)
    yield* TestClock.adjust(1_999)
    assert.deepStrictEqual(probes(), [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(probes(), ["https://a.example/v1/models"])
    isDown = false
    yield* TestClock.adjust(3_999)
    assert.strictEqual(yield* ask("b", "answer"), "UnavailableError")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* ask("b", "answer"), "answered")
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(probes(), 2)
    assert.lengthOf(requests, 13)
  })
})

// Pace, concurrency and the promise face.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../src/Client.ts"
import { ask, clientOver, good, question, type Step } from "../fixtures/wire.ts"

const key = "canary-key-31f0"

const over = (steps: ReadonlyArray<Step>, options: Partial<Client.ClientOptions> = {}) => {
  const { layer, sent } = clientOver(steps, { apiKey: key, ...options })
  return { client: Client.promises(layer), sent }
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => error
  )

const quick = { "retry-after-ms": "1" }

describe("pace and concurrency", () => {
  /** Two calls, one behind the other, on the clock of the test. */
  const twice = Effect.fnUntraced(function* (layer: Layer.Layer<Client.Services>) {
    const context = yield* Layer.build(layer)
    const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(Effect.andThen(ask, ask), context)))
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  }, Effect.scoped)

  it.effect("pace waits for the end of a window in which no request is left", () =>
    Effect.gen(function* () {
      const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "10" }
      const { layer, sent } = clientOver([{ ...good, headers: spent }, good], { waitForRateLimit: true })
      const context = yield* Layer.build(layer)
      const fiber = yield* Effect.forkChild(Effect.provide(Effect.andThen(ask, ask), context))
      yield* TestClock.adjust("1 minute")
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
      assert.deepEqual(
        sent.map(({ at }) => at),
        [0, 10_000]
      )
    }).pipe(Effect.scoped)
  )

  it.effect(
    "pace fails at once where the window ends after the deadline, and without pace nothing waits",
    () =>
      Effect.gen(function* () {
        const spent = { ...good, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" } }
        const paced = clientOver([spent], { waitForRateLimit: true })
        const error = yield* Effect.flip(yield* twice(paced.layer))
        assert.deepInclude(error, { _tag: "RateLimitError", resetAt: 90_000, attempts: 0 })
        assert.strictEqual(paced.sent.length, 1)
        const plain = clientOver([spent])
        yield* yield* twice(plain.layer)
        assert.strictEqual(plain.sent[0]?.at, plain.sent[1]?.at)
      })
  )

  it.effect("no more exchanges than the limit run at a time, and a call that waits keeps its deadline", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([{ ...good, after: 400 }], { concurrency: 2 })
      const context = yield* Layer.build(layer)
      const fibers = yield* Effect.forEach([9_000, 9_000, 9_000, 9_000, 600], (timeout) =>
        Effect.forkChild(Effect.exit(Effect.provide(Client.withOptions(ask, { timeout }), context)))
      )
      yield* TestClock.adjust("1 minute")
      const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepEqual(
        sent.map(({ at }) => at),
        [0, 0, 400, 400]
      )
      assert.deepEqual(exits.map(Exit.isSuccess), [true, true, true, true, false])
      const [last = Exit.void] = exits.slice(4)
      assert.deepInclude(yield* Effect.flip(last), {
        _tag: "DeadlineExceededError",
        phase: "request",
        sent: false
      })
    }).pipe(Effect.scoped)
  )
})

describe("the promise face", () => {
  it("withOptions gives a client with other defaults; a call's own still win", async () => {
    const { client, sent } = over([good])
    const other = client.withOptions({ headers: { "x-a": "1", "x-b": "1" } })
    await other.decisions.create(question, { headers: { "x-b": "2" } })
    await client.decisions.create(question)
    assert.deepInclude(sent[0]?.request.headers, { "x-a": "1", "x-b": "2" })
    assert.isUndefined(sent[1]?.request.headers["x-a"])
  })

  it("raw gives the JSON before any schema, also when it breaks the contract", async () => {
    const { client } = over([{ body: `{"hello":1}` }])
    const answer = client.decisions.create(question)
    assert.deepEqual(await answer.raw(), { hello: 1 })
    assert.deepInclude(await rejection(answer), { _tag: "InvalidResponseError" })
    const { client: refused } = over([{ status: 404 }])
    assert.deepInclude(await rejection(refused.decisions.create(question).raw()), { _tag: "NotFoundError" })
  })

  it("waits between attempts are told on success and on failure", async () => {
    const { client } = over([{ status: 503, headers: quick }, good])
    const { response } = await client.decisions.create(question).withResponse()
    assert.deepEqual([response.attempts, response.waits], [2, [1]])
    const { client: failing } = over([{ status: 503, headers: quick }])
    assert.deepInclude(await rejection(failing.decisions.create(question)), { attempts: 3, waits: [1, 1] })
  })
})

// Rate limit windows and the promise face.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../src/Client.ts"
import { ApiKeys } from "../../src/resources/api-keys/index.ts"
import { Decisions } from "../../src/resources/decisions/service.ts"
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

describe("waitForRateLimit", () => {
  /** Two calls, one behind the other, on the clock of the test. */
  const twice = Effect.fnUntraced(function* (
    layer: Layer.Layer<Client.Services>,
    first: Effect.Effect<unknown, unknown, Decisions> = ask
  ) {
    const context = yield* Layer.build(layer)
    const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(Effect.andThen(first, ask), context)))
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

  const hour = 3_600_000

  it.effect.each([
    [
      "x-ratelimit-reset in milliseconds",
      200,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1790000000000" },
      2
    ],
    ["a window of over an hour", 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3601" }, 2],
    ["a window of an hour", 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3600" }, 1],
    ["retry-after in over an hour", 429, { "retry-after-ms": String(hour + 1) }, 2],
    ["retry-after in an hour", 429, { "retry-after-ms": String(hour) }, 1]
  ] as const)("a wait of over an hour is not believed: %s", ([, status, headers, requests]) =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([{ ...good, status, headers }, good], { waitForRateLimit: true })
      yield* twice(layer, Effect.exit(ask))
      assert.lengthOf(sent, requests)
    })
  )

  it.effect("requests without a method of their own are distinguished by method and path", () =>
    Effect.gen(function* () {
      const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" }
      const { layer, sent } = clientOver([{ ...good, headers: spent }], { waitForRateLimit: true })
      const context = yield* Layer.build(layer)
      const get = (method: string, path: string) =>
        Effect.exit(Effect.provide(Client.request({ method, path }), context))
      yield* get("GET", "/a")
      yield* get("GET", "/b")
      yield* get("DELETE", "/a")
      yield* get("GET", "/a")
      assert.lengthOf(sent, 3)
    }).pipe(Effect.scoped)
  )

  const waiting = { waitForRateLimit: true, maxRetries: 0 }
  const refused = { status: 429, headers: { "retry-after": "1" } }

  it.effect("a 429 that says how long to wait counts as no attempt and costs no tokens", () =>
    Effect.gen(function* () {
      const tokens: Array<number> = []
      const { layer, sent } = clientOver([refused, refused, refused, refused, good], {
        ...waiting,
        onAttempt: ({ retryTokens }) => tokens.push(retryTokens)
      })
      yield* yield* twice(layer)
      assert.deepEqual(
        sent.map(({ at }) => at),
        [0, 1_000, 2_000, 3_000, 4_000, 4_000]
      )
      assert.deepEqual(new Set(tokens), new Set([500]))
    })
  )

  it.effect("one that does not say it does, and an operation that must not run twice is not repeated", () =>
    Effect.gen(function* () {
      const unnamed = clientOver([{ status: 429 }, good], waiting)
      assert.deepInclude(yield* Effect.flip(yield* twice(unnamed.layer)), {
        _tag: "RateLimitError",
        attempts: 1
      })
      const { layer, sent } = clientOver([refused], waiting)
      const generate = ApiKeys.use((keys) => keys.generate({}))
      assert.deepInclude(yield* Effect.flip(Effect.provide(generate, layer)), { _tag: "RateLimitError" })
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("a named wait is at least 250 ms, and may be as long as the deadline allows", () =>
    Effect.gen(function* () {
      const short = clientOver([{ status: 429, headers: { "retry-after-ms": "1" } }, good], waiting)
      yield* yield* twice(short.layer)
      assert.deepEqual(
        short.sent.map(({ at }) => at),
        [0, 250, 250]
      )
      const long = { status: 429, headers: { "retry-after": "70" } }
      const patient = clientOver([long, good], waiting)
      const context = yield* Layer.build(patient.layer)
      const fiber = yield* Effect.forkChild(Effect.provide(ask, context))
      yield* TestClock.adjust("70 seconds")
      yield* Fiber.join(fiber)
      const { layer } = clientOver([long], { ...waiting, timeout: 70_000 })
      assert.deepInclude(yield* Effect.flip(Effect.provide(ask, layer)), { retryAfter: 70_000, attempts: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("a 429 without Retry-After is repeated when its window ends, also by default", () =>
    Effect.gen(function* () {
      const ended = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "5" }
      const { layer, sent } = clientOver([{ status: 429, headers: ended }, good])
      yield* yield* twice(layer)
      assert.deepEqual(
        sent.map(({ at }) => at),
        [0, 5_000, 5_000]
      )
    })
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

  it("waits between attempts are reported on success and on failure", async () => {
    const { client } = over([{ status: 503, headers: quick }, good])
    const { response } = await client.decisions.create(question).withResponse()
    assert.deepEqual([response.attempts, response.waits], [2, [1]])
    const { client: failing } = over([{ status: 503, headers: quick }])
    assert.deepInclude(await rejection(failing.decisions.create(question)), { attempts: 3, waits: [1, 1] })
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../src/Client.ts"
import { ask, clientOver, good, goodBody, question, type Step } from "../fixtures/wire.ts"

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

const collecting = () => {
  const lines: Array<string> = []
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const logger = { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") }
  return { lines, logger }
}

const quick = { "retry-after-ms": "1" }

describe("logging", () => {
  it("a line for each attempt: operation, status, time, bytes, request id, next wait", async () => {
    const { lines, logger } = collecting()
    const { client } = over(
      [
        { status: 429, headers: quick },
        { ...good, headers: { "x-request-id": "r-7" } }
      ],
      { logger }
    )
    await client.decisions.create(question)
    assert.strictEqual(lines.length, 2)
    assert.match(
      lines[0] ?? "",
      /^warn Decisions\.create POST \/v1\/decisions attempt 1: 429 RateLimitError, \d+ ms, again in 1 ms$/
    )
    assert.match(
      lines[1] ?? "",
      new RegExp(
        `^info Decisions.create POST /v1/decisions attempt 2: 200, \\d+ ms, ${goodBody.length} bytes, request id r-7$`
      )
    )
  })

  it("a level leaves out what is below it; off leaves out all", async () => {
    const counts = []
    for (const logLevel of ["off", "error", "warn", "info", "debug"] as const) {
      const { lines, logger } = collecting()
      const { client } = over([{ status: 503, headers: quick }, good, { status: 404 }], { logger, logLevel })
      await client.decisions.create(question)
      await rejection(client.decisions.create(question))
      counts.push(lines.length)
    }
    assert.deepEqual(counts, [0, 1, 2, 3, 6])
  })

  it("headers are shown by a list of allowed names, bodies as lengths, addresses without query", async () => {
    const { lines, logger } = collecting()
    const { client } = over(
      [{ body: `{"skills":[],"has_more":false}`, headers: { "set-cookie": "secret" } }],
      {
        logger,
        logLevel: "debug"
      }
    )
    await client.skills.list({ limit: 2, page_token: "t0ken" }, { headers: { "x-mine": "private" } })
    const text = lines.join("\n")
    assert.include(text, "x-mine: <redacted>")
    assert.include(text, "set-cookie: <redacted>")
    assert.include(text, "accept: application/json")
    for (const hidden of [key, "private", "secret", "t0ken"]) assert.notInclude(text, hidden)
  })

  it.effect("without a logger a level sends the lines where effect's own go", () =>
    Effect.gen(function* () {
      const { layer } = clientOver([good], { logLevel: "info" })
      const lines: Array<unknown> = []
      const { Logger } = yield* Effect.promise(() => import("effect"))
      const logger = Logger.make<unknown, void>(({ message }) => void lines.push(message))
      yield* Effect.provide(ask, Layer.mergeAll(layer, Logger.layer([logger])))
      assert.match(String(lines[0]), /^Decisions\.create POST/)
    })
  )
})

const passing: Client.Middleware = (request, next) => next(request)

/** What two middlewares see of one attempt. */
const round = (attempt: number, status: number) => [
  `a Decisions.create ${attempt} POST /v1/decisions`,
  `b Decisions.create ${attempt} POST /v1/decisions`,
  `b ${status}`,
  `a ${status}`
]

describe("middleware", () => {
  it("the first is outermost; each sees operation and attempt, and the request without its key", async () => {
    const seen: Array<string> = []
    const named =
      (name: string): Client.Middleware =>
      async (request, next, { attempt, operation }) => {
        assert.isUndefined(request.headers["authorization"])
        assert.include(String(request.body), "the state")
        seen.push(`${name} ${operation} ${attempt} ${request.method} ${request.url}`)
        const response = await next(request)
        seen.push(`${name} ${response.status}`)
        return response
      }
    const { client, sent } = over([{ status: 500, headers: quick }, good], {
      middleware: [named("a"), named("b")]
    })
    await client.decisions.create(question)
    assert.deepEqual(seen, [...round(1, 500), ...round(2, 200)])
    assert.strictEqual(sent[0]?.request.headers["authorization"], `Bearer ${key}`)
  })

  it("it may change what goes out, ask again, and change what comes back", async () => {
    const { client, sent } = over([{ status: 409 }, { body: "{}" }], {
      middleware: [
        async (request, next) => {
          await next(request)
          const response = await next({ ...request, headers: { ...request.headers, "x-again": "1" } })
          return { ...response, body: Bytes.of(goodBody) }
        }
      ]
    })
    const { answers } = await client.decisions.create(question)
    assert.strictEqual(answers.urgent.noul, 0.75)
    assert.deepEqual(
      sent.map(({ request }) => request.headers["x-again"]),
      [undefined, "1"]
    )
  })

  it("what it throws ends the call with that very error, and is not tried again", async () => {
    const mine = new Error("mine")
    const { client, sent } = over([good], { middleware: [() => Promise.reject(mine)] })
    assert.strictEqual(await rejection(client.decisions.create(question)), mine)
    assert.strictEqual(sent.length, 0)
  })

  it("a RetryableError counts as a broken connection", async () => {
    let times = 0
    const { client } = over([good], {
      middleware: [
        (request, next) => {
          times++
          return times === 1 ? Promise.reject(new Client.RetryableError("busy")) : next(request)
        }
      ]
    })
    await client.decisions.create(question)
    assert.strictEqual(times, 2)
  })

  it("a broken exchange it passes on keeps its class", async () => {
    const { client } = over([{ breaks: { phase: "headers", code: "ECONNRESET" } }], {
      maxRetries: 0,
      middleware: [passing]
    })
    assert.deepInclude(await rejection(client.decisions.create(question)), {
      _tag: "ConnectionError",
      reason: "reset",
      phase: "headers"
    })
  })

  it("a body that breaks on the way through keeps its class", async () => {
    const { client } = over([{ body: "{", ending: "breaks" }], { maxRetries: 0, middleware: [passing] })
    assert.deepInclude(await rejection(client.decisions.create(question)), {
      _tag: "ConnectionError",
      phase: "body"
    })
  })

  it.effect("the deadline holds while a middleware waits", () =>
    Effect.gen(function* () {
      const { layer } = clientOver([good], { middleware: [() => new Promise(() => undefined)], timeout: 500 })
      const fiber = yield* Effect.forkChild(Effect.flip(Effect.provide(ask, layer)))
      yield* TestClock.adjust("1 second")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error._tag, "DeadlineExceededError")
      assert.strictEqual(error.elapsed, 500)
    })
  )
})

/** Bytes as a middleware may give them. */
const Bytes = {
  of: async function* (text: string) {
    yield new TextEncoder().encode(text)
  }
}

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
      const { layer, sent } = clientOver([{ ...good, headers: spent }, good], { pace: true })
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
        const paced = clientOver([spent], { pace: true })
        const error = yield* Effect.flip(yield* twice(paced.layer))
        assert.deepInclude(error, { _tag: "RateLimitError", resetAt: 90, attempts: 0 })
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

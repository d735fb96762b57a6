// Functions around each attempt.
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { withMiddleware } from "../../src/client/middleware.ts"
import type { Transport } from "../../src/client/Transport.ts"
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

const quick = { "retry-after-ms": "1" }

/** Bytes as a middleware may give them. */
const Bytes = {
  of: async function* (text: string) {
    yield new TextEncoder().encode(text)
  }
}

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

  it("what it throws ends the call with that very error, and is not retried", async () => {
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

  it.each(["@other.test/x", ".other.test/x", ":80@other.test", ""])(
    "a url that would change the host is a TypeError, and nothing is sent: %s",
    async (url) => {
      const { client, sent } = over([good], { middleware: [(request, next) => next({ ...request, url })] })
      const error = await rejection(client.decisions.create(question))
      assert.instanceOf(error, TypeError)
      assert.strictEqual(error.message, "url: expected /")
      assert.lengthOf(sent, 0)
    }
  )

  it("nothing is sent by one that calls `next` after the call was aborted", async () => {
    const controller = new AbortController()
    let outcome: Promise<unknown> | undefined
    const { client, sent } = over([good], {
      middleware: [
        (request, next) => {
          controller.abort("mine")
          outcome = Promise.resolve().then(() => next(request))
          return outcome as ReturnType<typeof next>
        }
      ]
    })
    const created = client.decisions.create(question, { signal: controller.signal })
    assert.strictEqual(await rejection(created), "mine")
    assert.instanceOf(await rejection(outcome ?? Promise.resolve()), Error)
    assert.lengthOf(sent, 0)
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

const nothing = () => undefined

it("an abort ends the body that a middleware reads", async () => {
  const ended = vi.fn<() => void>()
  const silent: Transport["Service"] = {
    codings: [],
    propagatesTrace: false,
    send: (_, receiver) => {
      queueMicrotask(() => receiver.onHead(200, {}))
      return { abort: () => undefined, resume: () => undefined }
    }
  }
  const follow = async function* (body: AsyncIterable<Uint8Array>) {
    try {
      yield* body
    } finally {
      ended()
    }
  }
  const { send } = withMiddleware(silent, [
    async (request, next) => {
      const response = await next(request)
      return { ...response, body: follow(response.body) }
    }
  ])
  const head = Promise.withResolvers<void>()
  const exchange = send(
    { method: "GET", url: "/", headers: {}, body: undefined },
    { onPhase: nothing, onHead: () => head.resolve(), onBytes: () => true, onEnd: nothing, onError: nothing }
  )
  await head.promise
  // The middleware has asked for the first bytes, which never come.
  await new Promise<void>((resolve) => setImmediate(resolve))
  exchange.abort()
  await vi.waitFor(() => assert.strictEqual(ended.mock.calls.length, 1))
})

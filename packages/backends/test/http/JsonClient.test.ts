// Calls of a backend that is wrong or late: what the caller gets, and what the log says.
import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

const call = { operation: "decisions.create", path: "/v1/systemone", body: {} }

const ask = Effect.gen(function* () {
  const client = yield* makeJsonClient({ name: "local", url: "https://a.example" })
  return yield* Effect.flip(client.call(call))
})

/** Sends the head of a response, and never its end. */
const endless = Layer.succeed(Transport, {
  codings: [],
  propagatesTrace: false,
  send: (_request, receiver) => {
    queueMicrotask(() => {
      receiver.onPhase("headers")
      receiver.onHead(200, { "content-type": "application/json" })
    })
    return { abort: () => undefined, resume: () => undefined }
  }
})

describe("a client of a backend", () => {
  it.effect("fails with 504 when the end of a response does not come in time", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.provide(ask, endless))
      yield* TestClock.adjust(60_000)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "DeadlineExceededError")
    })
  )

  it.effect.each([402, 404, 405, 501])("logs what to do about %d", (status) => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => lines.push(message))
    const { layer } = scriptedTransport(() => ({ status, body: {} }))
    return Effect.gen(function* () {
      assert.strictEqual((yield* ask)._tag, "InternalServerError")
      assert.match(JSON.stringify(lines), new RegExp(`check .*"status":${status}`))
    }).pipe(Effect.provide(Layer.merge(layer, Logger.layer([logger]))))
  })

  it.effect("warns once in ten seconds that the backend has a rate limit, with its Retry-After", () => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ logLevel, message }) => logLevel === "Warn" && lines.push(message))
    const { layer } = scriptedTransport(() => ({
      status: 429,
      headers: { "retry-after": "7" },
      body: {}
    }))
    return Effect.gen(function* () {
      const client = yield* makeJsonClient({ name: "local", url: "https://a.example" })
      for (let at = 0; at < 3; at++) yield* Effect.flip(client.call(call))
      const fields = { backend: "local", operation: "decisions.create", retryAfterMs: 7_000 }
      assert.deepOwnInclude(Object(Object(lines[0])[1]), fields)
      assert.lengthOf(lines, 1)
      yield* TestClock.adjust(10_000)
      yield* Effect.flip(client.call(call))
      assert.lengthOf(lines, 2)
    }).pipe(Effect.provide(Layer.merge(layer, Logger.layer([logger]))))
  })

  it.effect("encodes a large request in pieces, as the same JSON", () => {
    const { layer, requests } = scriptedTransport(() => ({ status: 200, body: {} }))
    return Effect.gen(function* () {
      const client = yield* makeJsonClient({ name: "local", url: "https://a.example" })
      const body = {
        text: "\u20ac".repeat(200_000),
        no: undefined,
        list: Array.from({ length: 3_000 }, (_, at) => at)
      }
      yield* client.call({ ...call, body })
      yield* client.call({ ...call, body: { text: "a" } })
      const [large, small] = requests.map((request) => request.body)
      assert.instanceOf(large, Uint8Array)
      assert.isTrue(new TextDecoder().decode(large) === JSON.stringify(body))
      assert.strictEqual(requests[0]?.headers["content-type"], "application/json")
      assert.strictEqual(small, '{"text":"a"}')
    }).pipe(Effect.provide(layer))
  })
})

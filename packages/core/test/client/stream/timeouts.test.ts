// How long a stream may take, and requests that open none.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chat } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import { sse } from "../../fixtures/streams.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import {
  type Opening,
  asked,
  done,
  first,
  good,
  headers,
  last,
  run,
  second
} from "../../fixtures/streaming.ts"

describe("waits", () => {
  it.effect("heartbeats keep a stream alive between events", () =>
    Effect.gen(function* () {
      const pings = Array.from({ length: 5 }, () => ({ after: 50_000, body: ": ping\n\n" }))
      const pieces = [...pings, { after: 40_000, body: sse([last]) + done }]
      const { error, events } = yield* run([{ headers, body: sse([first]), pieces }])
      assert.isUndefined(error)
      assert.strictEqual(events.length, 2)
    })
  )

  it.effect("`retry:` lines are passed over, 20 digits too", () =>
    Effect.gen(function* () {
      const body = `retry: 10\n${sse([first])}retry: 12345678901234567890\n\n${sse([last])}${done}`
      const { error, events } = yield* run([{ headers, body }])
      assert.isUndefined(error)
      assert.strictEqual(events.length, 2)
    })
  )

  it.effect("a head that does not come in 60 s ends the call", () =>
    Effect.gen(function* () {
      const { error } = yield* run([{ silent: true }])
      assert.strictEqual(error?._tag, "DeadlineExceededError")
      assert.strictEqual(error?.phase, "headers")
      assert.strictEqual(error?.elapsed, 60_000)
    })
  )

  it.effect("a timeout under a second is given in milliseconds", () =>
    Effect.gen(function* () {
      const { error } = yield* run([{ headers, body: sse([first]), ending: "stalls" }], { idleTimeout: 50 })
      assert.strictEqual(error?.message, "No byte came within 50 ms.")
    })
  )

  it.effect("a timeout that is given bounds the whole", () =>
    Effect.gen(function* () {
      const pieces = [{ after: 5_000, body: sse([second]) }]
      const { error, events } = yield* run([{ headers, body: sse([first]), pieces, repeats: true }], {
        timeout: "18 seconds"
      })
      assert.strictEqual(error?._tag, "DeadlineExceededError")
      assert.strictEqual(error?.phase, "stream")
      assert.strictEqual(error?.elapsed, 18_000)
      assert.strictEqual(events.length, 4)
    })
  )

  it.effect("idle and event timeouts are those of the client or of the call", () =>
    Effect.gen(function* () {
      const silent: Step = { headers, body: sse([first]), ending: "stalls" }
      const { error } = yield* run([silent], { idleTimeout: 2_000 })
      assert.strictEqual(error?.elapsed, 2_000)
      const plain: Opening = Chat.use((chat) => chat.stream(asked))
      const call = Client.withOptions(plain, { eventTimeout: "1 second" })
      assert.strictEqual((yield* run([silent], { idleTimeout: 2_000 }, call)).error?.elapsed, 1_000)
    })
  )

  it.effect("what is refused before work is retried; what broke after the head is not", () =>
    Effect.gen(function* () {
      const again = yield* run([{ status: 503 }, good])
      assert.isUndefined(again.error)
      assert.strictEqual(again.sent.length, 2)
      const once = yield* run([{ headers, body: sse([first]), ending: "breaks" }, good])
      assert.strictEqual(once.error?._tag, "StreamTruncatedError")
      assert.strictEqual(once.sent.length, 1)
      const broken = yield* run([{ status: 500 }, good])
      assert.strictEqual(broken.error?._tag, "InternalServerError")
      assert.strictEqual(broken.sent.length, 1)
    })
  )
})

describe("requests", () => {
  it.effect("a wrong one is reported before anything is sent, and so is a method against its field", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good])
      const context = yield* Layer.build(layer)
      const chat = yield* Effect.provide(Chat, context)
      const errors = [
        yield* Effect.flip(chat.stream({ ...asked, messages: [] })),
        // @ts-expect-error The method sets `stream` itself.
        yield* Effect.flip(chat.stream({ ...asked, stream: false })),
        // @ts-expect-error Streaming is a method of its own.
        yield* Effect.flip(chat.create({ ...asked, stream: true }))
      ]
      for (const { _tag } of errors) assert.strictEqual(_tag, "InvalidRequestError")
      assert.include(errors[1]?.message, "stream: call chat.create instead")
      assert.include(errors[2]?.message, "stream: call chat.stream instead")
      assert.strictEqual(sent.length, 0)
    })
  )
})

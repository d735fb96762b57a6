// How long a stream may take, and requests that open none.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chat } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import { sse } from "../../fixtures/streams.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import { asked, first, last, mark, second } from "../../fixtures/hand.ts"
import { type Opening, good, headers, run } from "../../fixtures/streaming.ts"
import { test } from "../../fixtures/effects.ts"

const silent: Step = { headers, body: sse([first]), ending: "stalls" }
const ofCall: Opening = Chat.use((chat) => chat.stream(asked)).pipe(
  Client.withOptions({ eventTimeout: "1 second" })
)

describe("waits", () => {
  it("heartbeats keep a stream alive between events", async () => {
    const pings = Array.from({ length: 5 }, () => ({ after: 50_000, body: ": ping\n\n" }))
    const pieces = [...pings, { after: 40_000, body: sse([last]) + mark }]
    const { error, events } = await run([{ headers, body: sse([first]), pieces }])
    assert.isUndefined(error)
    assert.strictEqual(events.length, 2)
  })

  const pieces = [{ after: 5_000, body: sse([second]) }]
  it.each([
    ["a head after 60 s", { silent: true }, {}, undefined, { phase: "headers", elapsed: 60_000 }],
    [
      "the whole after the timeout that is given",
      { headers, body: sse([first]), pieces, repeats: true },
      { timeout: "18 seconds" },
      undefined,
      { phase: "stream", elapsed: 18_000, eventsSeen: 4 }
    ],
    [
      "silence after the idle timeout of the client",
      silent,
      { idleTimeout: 50 },
      undefined,
      { phase: "idle", elapsed: 50, message: "No byte came within 50 ms." }
    ],
    [
      "events after the event timeout of the call",
      silent,
      { idleTimeout: 2_000 },
      ofCall,
      { phase: "idle", elapsed: 1_000 }
    ]
  ] as ReadonlyArray<readonly [string, Step, Partial<Client.ClientOptions>, Opening | undefined, object]>)(
    "a stream gives up waiting for %s",
    async (_, step, options, call, wanted) => {
      const { error } = await run([step], options, call)
      assert.deepInclude(error as object, { _tag: "DeadlineExceededError", ...wanted })
    }
  )

  it("what is refused before work is retried; what broke after the head is not", async () => {
    const again = await run([{ status: 503 }, good])
    assert.isUndefined(again.error)
    assert.strictEqual(again.sent.length, 2)
    const once = await run([{ headers, body: sse([first]), ending: "breaks" }, good])
    assert.strictEqual(once.error?._tag, "StreamTruncatedError")
    assert.strictEqual(once.sent.length, 1)
    const broken = await run([{ status: 500 }, good])
    assert.strictEqual(broken.error?._tag, "InternalServerError")
    assert.strictEqual(broken.sent.length, 1)
  })
})

describe("requests", () => {
  test("a wrong one is reported before anything is sent, and so is a method against its field", function* () {
    const { layer, sent } = clientOver([good])
    const context = yield* Layer.build(layer)
    const chat = yield* Effect.provide(Chat, context)
    const errors = [
      yield* Effect.flip(chat.stream({ ...asked, messages: [] })),
      // @ts-expect-error The method sets `stream` itself.
      yield* Effect.flip(chat.stream({ ...asked, stream: false })),
      // @ts-expect-error Streaming is a method of its own.
      yield* Effect.flip(chat.create({ ...asked, stream: true })),
      // @ts-expect-error The same where the answer is collected from a stream.
      yield* Effect.flip(chat.create({ ...asked, stream: true }, { viaStream: true }))
    ]
    for (const { _tag } of errors) assert.strictEqual(_tag, "InvalidRequestError")
    assert.include(errors[1]?.message, "stream: call chat.create instead")
    assert.include(errors[2]?.message, "stream: call chat.stream instead")
    assert.strictEqual(sent.length, 0)
  })
})

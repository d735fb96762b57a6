import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Chat, type ChatChunk } from "../../src/chat/index.ts"
import * as Client from "../../src/Client.ts"
import { type ApiError, isApiError } from "../../src/errors/ApiError.ts"
import { Responses } from "../../src/responses/index.ts"
import { chatEvents, responsesEvents, sse } from "../fixtures/streams.ts"
import { clientOver, type Step } from "../fixtures/wire.ts"

const headers = { "content-type": "text/event-stream" }
const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const [first = {}, second = {}, last = {}] = chatEvents(["High", " water"])
const done = "data: [DONE]\n\n"
const good: Step = { headers, body: sse([first, second, last]) + done }

type Opening = Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError, Client.Services>

/** The events that came, and how the stream ended, on the clock of the test. */
const run = Effect.fnUntraced(function* (
  steps: ReadonlyArray<Step>,
  options: Partial<Client.ClientOptions> = {},
  ask: Opening = Chat.use((chat) => chat.stream(asked))
) {
  const { layer, sent } = clientOver(steps, options)
  const events: Array<unknown> = []
  const context = yield* Layer.build(layer)
  const fiber = yield* Effect.forkChild(
    Effect.flatMap(ask, (stream) =>
      Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
    ).pipe(Effect.provide(context))
  )
  yield* TestClock.adjust("20 minutes")
  const exit = yield* Fiber.await(fiber)
  const error = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, events, sent }
}, Effect.scoped)

const responsesStream = Responses.use((responses) => responses.stream({ input: "?" }))

describe("a whole stream", () => {
  it.effect("gives every event and ends", () =>
    Effect.gen(function* () {
      const { error, events, sent } = yield* run([good])
      assert.isUndefined(error)
      assert.deepEqual(events, [first, second, last])
      const request = sent[0]?.request
      assert.strictEqual(request?.url, "http://service.test/v1/sonar")
      assert.strictEqual(request?.headers["accept"], "text/event-stream")
      assert.deepEqual(JSON.parse(String(request?.body)), { ...asked, stream: true })
    })
  )

  const wholes: ReadonlyArray<readonly [string, string]> = [
    ["[DONE], without a last event", sse([first]) + done],
    ["the last event and a clean end", sse([first, last])],
    ["[DONE] without its blank line", `${sse([first, last])}data: [DONE]`],
    ["the last event without its blank line", sse([first, last]).trimEnd()],
    ["[DONE], whatever follows", `${sse([first, last])}${done}data: {`]
  ]
  for (const [name, body] of wholes) {
    it.effect(`ends with ${name}`, () =>
      Effect.gen(function* () {
        const { error } = yield* run([{ headers, body }])
        assert.isUndefined(error)
      })
    )
  }

  it.effect("of responses ends with its last event, whether the connection does or not", () =>
    Effect.gen(function* () {
      const events = responsesEvents(["High"])
      for (const ending of ["end", "stalls", "breaks"] as const) {
        const found = yield* run([{ headers, body: sse(events), ending }], {}, responsesStream)
        assert.isUndefined(found.error)
        assert.deepEqual<ReadonlyArray<unknown>>(found.events, events)
      }
    })
  )

  it.effect("may end with response.failed: an event, not an error", () =>
    Effect.gen(function* () {
      const failed = { type: "response.failed", sequence_number: 0, error: { message: "No." } }
      const { error, events } = yield* run([{ headers, body: sse([failed]) }], {}, responsesStream)
      assert.isUndefined(error)
      assert.deepEqual(events, [failed])
    })
  )

  it.effect("passes events of kinds nobody knows, and skips what is none", () =>
    Effect.gen(function* () {
      const unknown = { type: "response.skill.loaded", sequence_number: 1, skill: "x" }
      const [created = {}, ...rest] = responsesEvents(["High"]).map((event, at) =>
        at === 0 ? event : { ...event, sequence_number: at + 1 }
      )
      const body = sse([created, unknown, ...rest])
      const { error, events } = yield* run([{ headers, body }], {}, responsesStream)
      assert.isUndefined(error)
      assert.deepEqual(events[1], unknown)
      const chat = yield* run([{ headers, body: sse([first, { object: "chat.news" }, last]) + done }])
      assert.isUndefined(chat.error)
      assert.strictEqual(chat.events.length, 2)
    })
  )
})

describe("a stream fails with", () => {
  const one = sse([first])
  const rows: ReadonlyArray<readonly [string, Step, object]> = [
    [
      "closed when its connection is",
      { body: one, ending: "breaks" },
      { _tag: "StreamTruncatedError", reason: "reset", eventsSeen: 1, pending: false }
    ],
    [
      "pending when an event is cut",
      { body: `${one}data: {"id"` },
      { _tag: "StreamTruncatedError", reason: "noEndMark", eventsSeen: 1, pending: true }
    ],
    [
      "noEndMark when nothing ends it",
      { body: one },
      { _tag: "StreamTruncatedError", reason: "noEndMark", eventsSeen: 1, pending: false }
    ],
    [
      "noEndMark when nothing comes",
      { body: "" },
      { _tag: "StreamTruncatedError", reason: "noEndMark", eventsSeen: 0 }
    ],
    [
      "idle after 60 s of silence",
      { body: one, ending: "stalls" },
      { _tag: "DeadlineExceededError", phase: "idle", eventsSeen: 1, message: "No byte came within 60 s." }
    ],
    [
      "idle after 300 s of comments",
      { body: one, pieces: [{ after: 20_000, body: ": ping\n\n" }], repeats: true },
      { _tag: "DeadlineExceededError", phase: "idle", eventsSeen: 1, message: "No event came within 300 s." }
    ],
    [
      "tooLarge at a line without end",
      { body: one, pieces: [{ after: 1, body: "x".repeat(100_000) }], repeats: true },
      { _tag: "InvalidResponseError", reason: "tooLarge", eventsSeen: 1 }
    ],
    [
      "json at an event that is none",
      { body: `${one}data: {]\n\n` },
      { _tag: "InvalidResponseError", reason: "json", eventsSeen: 1 }
    ],
    [
      "json where bad UTF-8 breaks it",
      { body: Uint8Array.from([...Buffer.from("data: "), 0xff, 0x0a, 0x0a]) },
      { _tag: "InvalidResponseError", reason: "json" }
    ],
    [
      "depth at an event nested too deep",
      { body: `data: ${"[".repeat(129)}${"]".repeat(129)}\n\n` },
      { _tag: "InvalidResponseError", reason: "depth" }
    ],
    [
      "schema at an event of another form",
      { body: sse([first, { id: 1 }]) },
      { _tag: "InvalidResponseError", reason: "schema", eventsSeen: 1 }
    ],
    [
      "schema at a chunk behind the last event",
      { body: sse([first, last, second]) },
      { _tag: "InvalidResponseError", reason: "schema", eventsSeen: 2 }
    ],
    [
      "the class an error names by code",
      { body: sse([first, { error: { message: "Slow down", type: "x", code: 429 } }]) },
      { _tag: "RateLimitError", eventsSeen: 1, message: "Slow down", phase: "stream", status: 429 }
    ],
    [
      "the class an error names by type",
      { body: sse([first, { error: { message: "No", type: "gateway_timeout" } }]) },
      { _tag: "DeadlineExceededError", eventsSeen: 1, phase: "stream" }
    ],
    [
      "InternalServerError for any other",
      { body: sse([first, { type: "error", message: "Oh" }]) },
      { _tag: "InternalServerError", eventsSeen: 1, message: "Oh" }
    ],
    [
      "InternalServerError for a named error without JSON",
      { body: `event: error\ndata: oh\n\n` },
      { _tag: "InternalServerError", eventsSeen: 0 }
    ],
    [
      "content at an HTML page",
      { headers: { "content-type": "text/html" }, body: "<html>" },
      { _tag: "InvalidResponseError", reason: "content" }
    ],
    [
      "content at JSON in its place",
      { headers: { "content-type": "application/json" }, body: "{}" },
      { _tag: "InvalidResponseError", reason: "content" }
    ],
    [
      "the class of an error with status 200",
      { headers: { "content-type": "application/json" }, body: `{"error":{"message":"Busy","code":503}}` },
      { _tag: "UnavailableError", message: "Busy" }
    ],
    [
      "its status when it has one",
      { status: 422, body: `{"detail":[{"loc":["body","model"],"msg":"missing"}]}` },
      { _tag: "InvalidRequestError", message: "model: missing" }
    ]
  ]
  for (const [name, step, wanted] of rows) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { error, sent } = yield* run([{ headers, ...step }], { maxRetries: 0 })
        assert.isTrue(isApiError(error))
        const found = Object.fromEntries(
          Object.keys(wanted).map((key) => [key, Reflect.get(Object(error), key)])
        )
        assert.deepEqual(found, wanted)
        assert.strictEqual(error?.attempts, 1)
        assert.isNumber(error?.elapsed)
        assert.strictEqual(sent.length, 1)
      })
    )
  }
})

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

  it.effect("what is refused before work is tried again; what broke after the head is not", () =>
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
  it.effect("a wrong one is told before anything is sent, and so is a method against its field", () =>
    Effect.gen(function* () {
      const { layer, sent } = clientOver([good])
      const context = yield* Layer.build(layer)
      const chat = yield* Effect.provide(Chat, context)
      const errors = [
        yield* Effect.flip(chat.stream({ ...asked, messages: [] })),
        yield* Effect.flip(chat.stream({ ...asked, stream: false })),
        yield* Effect.flip(chat.create({ ...asked, stream: true }))
      ]
      for (const { _tag } of errors) assert.strictEqual(_tag, "InvalidRequestError")
      assert.strictEqual(sent.length, 0)
    })
  )
})

const freed = (
  client: Client.Client,
  act: (events: AsyncIterable<unknown>) => Promise<unknown>,
  signal?: AbortSignal
) => act(client.chat.stream(asked, signal === undefined ? {} : { signal }))

const promises = (steps: ReadonlyArray<Step>) => {
  const { layer, sent } = clientOver(steps)
  return { client: Client.promises(layer), sent }
}

describe("promises", () => {
  it("events come one by one; nothing is sent before the first step", async () => {
    const { client, sent } = promises([good])
    const events = client.chat.stream(asked)
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.strictEqual(sent.length, 0)
    const seen: Array<ChatChunk> = []
    for await (const event of events) seen.push(event)
    assert.deepEqual<ReadonlyArray<unknown>>(seen, [first, second, last])
    assert.strictEqual(sent.length, 1)
    for await (const event of events) assert.fail(JSON.stringify(event))
  })

  it("the head comes beside the events", async () => {
    const { client, sent } = promises([{ ...good, headers: { ...headers, "x-request-id": "id-1" } }])
    const { data, response } = await client.chat.stream(asked).withResponse()
    assert.strictEqual(response.requestId, "id-1")
    let count = 0
    for await (const _ of data) count++
    assert.strictEqual(count, 3)
    assert.strictEqual(sent.length, 1)
  })

  it("a failure rejects the step with the ApiError itself, after the good events", async () => {
    const { client } = promises([{ headers, body: sse([first]) }])
    const iterator = client.chat.stream(asked)[Symbol.asyncIterator]()
    assert.isFalse((await iterator.next()).done)
    const error = await iterator.next().then(
      () => assert.fail("it goes on"),
      (reason: unknown) => reason
    )
    assert.isTrue(isApiError(error))
    assert.deepEqual(await iterator.next(), { done: true, value: undefined })
  })

  it("break, return and close end a silent stream at once", async () => {
    const silent: Step = { headers, body: sse([first]), ending: "stalls" }
    const { client } = promises([silent])
    await freed(client, async (events) => {
      for await (const _ of events) break
    })
    await freed(client, async (events) => {
      const iterator = events[Symbol.asyncIterator]()
      await iterator.next()
      const waiting = iterator.next()
      const began = performance.now()
      await iterator.return?.()
      assert.deepEqual(await waiting, { done: true, value: undefined })
      assert.isBelow(performance.now() - began, 50)
    })
    await freed(client, async (events) => {
      const iterator = events[Symbol.asyncIterator]()
      await iterator.next()
      const waiting = iterator.next().then(() => assert.fail("it goes on"), String)
      await client.close()
      assert.match(await waiting, /client is closed/)
    })
  })

  it("an abort rejects the step under way or the next one with the signal's reason", async () => {
    const { client } = promises([{ headers, body: sse([first]), ending: "stalls" }])
    for (const isWaiting of [true, false]) {
      const controller = new AbortController()
      const reason = new Error("mine")
      await freed(
        client,
        async (events) => {
          const iterator = events[Symbol.asyncIterator]()
          await iterator.next()
          const waiting = isWaiting ? iterator.next() : undefined
          waiting?.catch(() => undefined)
          controller.abort(reason)
          const told = await (waiting ?? iterator.next()).then(
            () => assert.fail("it goes on"),
            (error: unknown) => error
          )
          assert.strictEqual(told, reason)
          assert.isTrue((await iterator.next()).done)
        },
        controller.signal
      )
    }
  })
})

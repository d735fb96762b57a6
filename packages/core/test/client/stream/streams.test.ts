// Streams that are whole, and how others fail beside the faults of packages/lab/src/faults/rows/streams.ts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Client from "../../../src/Client.ts"
import { type ApiError, isApiError } from "../../../src/errors/ApiError.ts"
import { Chat } from "../../../src/resources/chat/index.ts"
import { Responses } from "../../../src/resources/responses/index.ts"
import { exitOf, onTestClock } from "../../fixtures/calls.ts"
import { test } from "../../fixtures/effects.ts"
import {
  asked,
  first,
  goodStream,
  headers,
  last,
  mark,
  responsesEvents,
  second,
  sse
} from "../../fixtures/streams.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"

/** A stream of either resource. */
type Opening = Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError, Client.Services>

const chat: Opening = Chat.use((service) => service.stream(asked))
const responses: Opening = Responses.use((service) => service.stream({ input: "?" }))

const read = Effect.fnUntraced(function* (
  steps: ReadonlyArray<Step>,
  options: Partial<Client.ClientOptions> = {},
  opening: Opening = chat
) {
  const events: Array<unknown> = []
  const reading = Effect.flatMap(opening, (stream) =>
    Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
  )
  const { exit, sent } = yield* exitOf(steps, reading, options)
  const error = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, events, sent }
})

/** The events that came, and how the stream ended, on a clock of its own. */
const run = (...args: Parameters<typeof read>) => onTestClock(read(...args))

describe("a whole stream", () => {
  it("gives every event and ends", async () => {
    const { error, events, sent } = await run([goodStream])
    assert.isUndefined(error)
    assert.deepEqual(events, [first, second, last])
    const request = sent[0]?.request
    assert.strictEqual(request?.url, "http://service.test/v1/sonar")
    assert.strictEqual(request?.headers["accept"], "text/event-stream")
    assert.deepEqual(JSON.parse(String(request?.body)), { ...asked, stream: true })
  })

  const both = sse([first, last])
  const pings = Array.from({ length: 5 }, () => ({ after: 50_000, body: ": ping\n\n" }))
  it.each<readonly [string, Step]>([
    ["ends with [DONE] without its blank line", { body: both + mark.trimEnd() }],
    ["ends with the last event without its blank line", { body: both.trimEnd() }],
    ["ends with [DONE], whatever follows", { body: `${both}${mark}data: {` }],
    ["skips what is no event", { body: sse([first, { object: "chat.news" }, last]) + mark }],
    [
      "is kept alive by heartbeats",
      { body: sse([first]), pieces: [...pings, { after: 40_000, body: sse([last]) + mark }] }
    ]
  ])("%s", async (_, step) => {
    const { error, events } = await run([{ headers, ...step }])
    assert.isUndefined(error)
    assert.lengthOf(events, 2)
  })

  it("of responses ends with its last event, though its connection stalls", async () => {
    const whole: ReadonlyArray<unknown> = responsesEvents(["High"])
    const step: Step = { headers, body: sse(responsesEvents(["High"])), ending: "stalls" }
    const { error, events } = await run([step], {}, responses)
    assert.isUndefined(error)
    assert.deepEqual(events, [...whole])
  })

  it.each([
    ["may end with response.failed: an event, not an error", "response.failed", 0],
    ["passes events of unknown kinds", "response.skill.loaded", 7]
  ] as const)("of responses %s", async (_, type, rest) => {
    const event = { type, sequence_number: 0, error: { message: "No." } }
    const numbered = responsesEvents(["High"]).map((one, at) => ({ ...one, sequence_number: at + 1 }))
    const body = sse([event, ...numbered.slice(0, rest)])
    const { error, events } = await run([{ headers, body }], {}, responses)
    assert.isUndefined(error)
    assert.deepEqual(events[0], event)
  })
})

const invalid = (reason: string, eventsSeen = 0) => ({ _tag: "InvalidResponseError", reason, eventsSeen })
const late = (phase: string, elapsed: number, more: object = {}) => ({
  _tag: "DeadlineExceededError",
  phase,
  elapsed,
  ...more
})

describe("a stream fails", () => {
  const one = sse([first])
  const silent: Step = { body: one, ending: "stalls" }
  const ofCall = Client.withOptions(chat, { eventTimeout: "1 second" })
  const rows: ReadonlyArray<
    readonly [string, Step, wanted: object, options?: Partial<Client.ClientOptions>, opening?: Opening]
  > = [
    [
      "after 60 s of silence",
      silent,
      late("idle", 60_000, { eventsSeen: 1, message: "No byte came within 60 s." })
    ],
    [
      "after 300 s of comments",
      { body: one, pieces: [{ after: 20_000, body: ": ping\n\n" }], repeats: true },
      late("idle", 300_000, { eventsSeen: 1, message: "No event came within 300 s." })
    ],
    [
      "after the idle timeout of the client",
      silent,
      late("idle", 50, { message: "No byte came within 50 ms." }),
      { idleTimeout: 50 }
    ],
    ["after the event timeout of the call", silent, late("idle", 1_000), { idleTimeout: 2_000 }, ofCall],
    ["without a head after 60 s", { silent: true }, late("headers", 60_000)],
    [
      "as a whole after the timeout that is given",
      { body: one, pieces: [{ after: 5_000, body: sse([second]) }], repeats: true },
      late("stream", 18_000, { eventsSeen: 4 }),
      { timeout: "18 seconds" }
    ],
    [
      "at an event nested too deep",
      { body: `data: ${"[".repeat(129)}${"]".repeat(129)}\n\n` },
      invalid("depth")
    ],
    ["at an event of another form", { body: sse([first, { id: 1 }]) }, invalid("schema", 1)],
    ["at a chunk behind the last event", { body: sse([first, last, second]) }, invalid("schema", 2)],
    [
      "with the message of an event of type error",
      { body: sse([first, { type: "error", message: "Oh" }]) },
      { _tag: "InternalServerError", eventsSeen: 1, message: "Oh" }
    ],
    [
      "at a named error without JSON",
      { body: `event: error\ndata: oh\n\n` },
      { _tag: "InternalServerError", eventsSeen: 0 }
    ],
    [
      "at JSON in its place",
      { headers: { "content-type": "application/json" }, body: "{}" },
      { _tag: "InvalidResponseError", reason: "content" }
    ]
  ]
  for (const [name, step, wanted, options, opening] of rows)
    it(name, async () => {
      const { error, sent } = await run([{ headers, ...step }], { maxRetries: 0, ...options }, opening)
      assert.isTrue(isApiError(error))
      assert.deepInclude(error as object, { ...wanted, attempts: 1 })
      assert.isNumber(error?.elapsed)
      assert.lengthOf(sent, 1)
    })

  it.each<readonly [string, Step, string | undefined]>([
    ["only after it was refused before work", { status: 503 }, undefined],
    ["not after its head", { headers, body: one, ending: "breaks" }, "StreamTruncatedError"],
    ["not after an unknown outcome", { status: 500 }, "InternalServerError"]
  ])("and is asked for again %s", async (_, step, tag) => {
    const { error, sent } = await run([step, goodStream])
    assert.strictEqual(error?._tag, tag)
    assert.lengthOf(sent, tag === undefined ? 2 : 1)
  })
})

test("a wrong request is reported before anything is sent, and so is a method against its field", function* () {
  const { layer, sent } = clientOver([goodStream])
  const service = yield* Effect.provide(Chat, yield* Layer.build(layer))
  const errors = [
    yield* Effect.flip(service.stream({ ...asked, messages: [] })),
    // @ts-expect-error The method sets `stream` itself.
    yield* Effect.flip(service.stream({ ...asked, stream: false })),
    // @ts-expect-error Streaming is a method of its own.
    yield* Effect.flip(service.create({ ...asked, stream: true })),
    // @ts-expect-error The same where the answer is collected from a stream.
    yield* Effect.flip(service.create({ ...asked, stream: true }, { viaStream: true }))
  ]
  for (const { _tag } of errors) assert.strictEqual(_tag, "InvalidRequestError")
  assert.include(errors[1]?.message, "stream: call chat.create instead")
  assert.include(errors[2]?.message, "stream: call chat.stream instead")
  assert.lengthOf(sent, 0)
})

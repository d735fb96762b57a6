// Streams that are whole, and how others fail beside the faults of packages/lab/src/faults/rows/streams.ts.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Client from "../../../src/Client.ts"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import { Chat } from "../../../src/resources/chat/index.ts"
import { Responses } from "../../../src/resources/responses/index.ts"
import { exitOf } from "../../fixtures/calls.ts"
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

const chat = Chat.use((service) => service.stream(asked))
const responses = Responses.use((service) => service.stream({ input: "?" }))

/** The events that came, and how the stream ended. */
const run = Effect.fnUntraced(function* (
  step: Step,
  options: Partial<Client.ClientOptions> = {},
  opening: Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError, Client.Services> = chat
) {
  const events: Array<unknown> = []
  const reading = Effect.flatMap(opening, (stream) =>
    Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
  )
  const { exit, sent } = yield* exitOf([{ headers, ...step }], reading, options)
  const error = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, events, sent }
})

describe("a whole stream", () => {
  test("gives every event and ends", function* () {
    const { error, events, sent } = yield* run(goodStream)
    assert.isUndefined(error)
    assert.deepEqual(events, [first, second, last])
    const request = sent[0]?.request
    assert.strictEqual(request?.url, "http://service.test/v1/sonar")
    assert.strictEqual(request?.headers["accept"], "text/event-stream")
    assert.deepEqual(JSON.parse(String(request?.body)), { ...asked, stream: true })
  })

  const pings = Array.from({ length: 5 }, () => ({ after: 50_000, body: ": ping\n\n" }))
  test.each<readonly [string, Step]>([
    ["ends with [DONE], whatever follows", { body: `${sse([first, last])}${mark}data: {` }],
    ["skips what is no event", { body: sse([first, { object: "chat.news" }, last]) + mark }],
    [
      "is kept alive by heartbeats, from one event to the next",
      { pieces: [first, last].flatMap((event) => [...pings, { after: 40_000, body: sse([event]) }]) }
    ]
  ])("%s", function* ([, step]) {
    const { error, events } = yield* run(step)
    assert.isUndefined(error)
    assert.deepEqual(events, [first, last])
  })

  test("of responses ends with its last event, though its connection stalls", function* () {
    const whole = responsesEvents(["High"])
    const { error, events } = yield* run({ body: sse(whole), ending: "stalls" }, {}, responses)
    assert.isUndefined(error)
    assert.deepEqual<unknown>(events, whole)
  })

  test("of responses passes events of unknown kinds, and may end with response.failed, which is no error", function* () {
    const all = [
      ...responsesEvents(["High"]).slice(0, 2),
      { type: "response.skill.loaded", sequence_number: 2 },
      { type: "response.failed", sequence_number: 3, error: { message: "No." } }
    ]
    const { error, events } = yield* run({ body: sse(all) }, {}, responses)
    assert.isUndefined(error)
    assert.deepEqual<unknown>(events, all)
  })
})

const invalid = (reason: string, eventsSeen: number) => ({ _tag: "InvalidResponseError", reason, eventsSeen })
const late = (phase: string, elapsed: number, more: object = {}) => ({
  _tag: "DeadlineExceededError",
  phase,
  elapsed,
  ...more
})

const one = sse([first])
const comments = { pieces: [{ after: 20_000, body: ": ping\n\n" }], repeats: true }
const events = { pieces: [{ after: 5_000, body: sse([second]) }], repeats: true }

test.each<readonly [string, Step, wanted: object, timeout?: string]>([
  [
    "after 60 s of silence",
    { body: one, ending: "stalls" },
    late("idle", 60_000, { eventsSeen: 1, message: "No byte came within 60 s." })
  ],
  [
    "after 300 s of comments",
    { body: one, ...comments },
    late("idle", 300_000, { eventsSeen: 1, message: "No event came within 300 s." })
  ],
  [
    "as a whole after the timeout that is given",
    { body: one, ...events },
    late("stream", 18_000, { eventsSeen: 4 }),
    "18 seconds"
  ],
  ["at an event of another form", { body: sse([first, { id: 1 }]) }, invalid("schema", 1)],
  ["at a chunk behind the last event", { body: sse([first, last, second]) }, invalid("schema", 2)]
])("a stream fails %s", function* ([, step, wanted, timeout]) {
  const options = timeout === undefined ? {} : { timeout: timeout as "18 seconds" }
  const { error, sent } = yield* run(step, { maxRetries: 0, ...options })
  assert.deepInclude(error, { ...wanted, attempts: 1 })
  assert.isNumber(error?.elapsed)
  assert.lengthOf(sent, 1)
})

test("a wrong request is reported before anything is sent, and so is a method against its field", function* () {
  const { layer, sent } = clientOver([goodStream])
  const service = yield* Effect.provide(Chat, yield* Layer.build(layer))
  const errors = [
    yield* Effect.flip(service.stream({ ...asked, messages: [] })),
    // @ts-expect-error The method sets `stream` itself.
    yield* Effect.flip(service.stream({ ...asked, stream: false })),
    // @ts-expect-error Streaming is a method of its own.
    yield* Effect.flip(service.create({ ...asked, stream: true }))
  ]
  for (const { _tag } of errors) assert.strictEqual(_tag, "InvalidRequestError")
  assert.include(errors[1]?.message, "stream: call chat.create instead")
  assert.include(errors[2]?.message, "stream: call chat.stream instead")
  assert.lengthOf(sent, 0)
})

// Streams that are whole, and how others fail.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isApiError } from "../../../src/errors/ApiError.ts"
import { responsesEvents, sse } from "../../fixtures/streams.ts"
import { type Step } from "../../fixtures/wire.ts"
import {
  asked,
  done,
  first,
  good,
  headers,
  last,
  responsesStream,
  run,
  second
} from "../../fixtures/streaming.ts"

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

  it.effect("passes events of unknown kinds, and skips what is none", () =>
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
      "json at an invalid event",
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
      { status: 422, body: `{"detail":[{"loc":["body","model"],"msg":"field required"}]}` },
      { _tag: "InvalidRequestError", message: "model: field required" }
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

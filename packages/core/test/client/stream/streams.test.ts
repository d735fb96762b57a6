// Streams that are whole, and how others fail beside the faults of packages/lab/src/faults/rows/streams.ts.
import { assert, describe, it } from "@effect/vitest"
import { isApiError } from "../../../src/errors/ApiError.ts"
import { asked, first, last, mark, second } from "../../fixtures/hand.ts"
import { responsesEvents, sse } from "../../fixtures/streams.ts"
import type { Step } from "../../fixtures/wire.ts"
import { good, headers, responsesStream, run } from "../../fixtures/streaming.ts"

describe("a whole stream", () => {
  it("gives every event and ends", async () => {
    const { error, events, sent } = await run([good])
    assert.isUndefined(error)
    assert.deepEqual(events, [first, second, last])
    const request = sent[0]?.request
    assert.strictEqual(request?.url, "http://service.test/v1/sonar")
    assert.strictEqual(request?.headers["accept"], "text/event-stream")
    assert.deepEqual(JSON.parse(String(request?.body)), { ...asked, stream: true })
  })

  const both = sse([first, last])
  it.each([
    ["ends with [DONE] without its blank line", both + mark.trimEnd(), 2],
    ["ends with the last event without its blank line", both.trimEnd(), 2],
    ["ends with [DONE], whatever follows", `${both}${mark}data: {`, 2],
    ["skips what is no event", sse([first, { object: "chat.news" }, last]) + mark, 2]
  ] as const)("%s", async (_, body, count) => {
    const { error, events } = await run([{ headers, body }])
    assert.isUndefined(error)
    assert.lengthOf(events, count)
  })

  it("of responses ends with its last event, though its connection stalls", async () => {
    const whole: ReadonlyArray<unknown> = responsesEvents(["High"])
    const step: Step = { headers, body: sse(responsesEvents(["High"])), ending: "stalls" }
    const { error, events } = await run([step], {}, responsesStream)
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
    const { error, events } = await run([{ headers, body }], {}, responsesStream)
    assert.isUndefined(error)
    assert.deepEqual(events[0], event)
  })
})

const invalid = (reason: string, eventsSeen = 0) => ({ _tag: "InvalidResponseError", reason, eventsSeen })
const idle = (message: string) => ({ _tag: "DeadlineExceededError", phase: "idle", eventsSeen: 1, message })
const json = { "content-type": "application/json" }

describe("a stream fails with", () => {
  const one = sse([first])
  const rows: ReadonlyArray<readonly [string, Step, object]> = [
    ["idle after 60 s of silence", { body: one, ending: "stalls" }, idle("No byte came within 60 s.")],
    [
      "idle after 300 s of comments",
      { body: one, pieces: [{ after: 20_000, body: ": ping\n\n" }], repeats: true },
      idle("No event came within 300 s.")
    ],
    [
      "depth at an event nested too deep",
      { body: `data: ${"[".repeat(129)}${"]".repeat(129)}\n\n` },
      invalid("depth")
    ],
    ["schema at an event of another form", { body: sse([first, { id: 1 }]) }, invalid("schema", 1)],
    ["schema at a chunk behind the last event", { body: sse([first, last, second]) }, invalid("schema", 2)],
    [
      "InternalServerError for an event of type error",
      { body: sse([first, { type: "error", message: "Oh" }]) },
      { _tag: "InternalServerError", eventsSeen: 1, message: "Oh" }
    ],
    [
      "InternalServerError for a named error without JSON",
      { body: `event: error\ndata: oh\n\n` },
      { _tag: "InternalServerError", eventsSeen: 0 }
    ],
    [
      "content at JSON in its place",
      { headers: json, body: "{}" },
      { _tag: "InvalidResponseError", reason: "content" }
    ],
    [
      "its status when it has one",
      { status: 422, body: `{"detail":[{"loc":["body","model"],"msg":"field required"}]}` },
      { _tag: "InvalidRequestError", message: "model: field required" }
    ]
  ]
  it.each(rows)("%s", async (_, step, wanted) => {
    const { error, sent } = await run([{ headers, ...step }], { maxRetries: 0 })
    assert.isTrue(isApiError(error))
    assert.deepInclude(error as object, { ...wanted, attempts: 1 })
    assert.isNumber(error?.elapsed)
    assert.strictEqual(sent.length, 1)
  })
})

// What is made of the events of a stream: bytes for a browser and their way back, and the response that they add up to.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../src/Client.ts"
import * as ApiError from "../../src/errors/ApiError.ts"
import {
  finalResponse,
  fromReadableStream,
  toReadableStream,
  toResponse,
  toResponseEffect
} from "../../src/helpers/streams/index.ts"
import { maxEventLength } from "../../src/protocol/limits.ts"
import { fail, respond } from "../../src/testing/index.ts"
import { collect } from "../fixtures/bulk.ts"
import { test } from "../fixtures/effects.ts"
import { hand } from "../fixtures/hand.ts"
import { rejection } from "../fixtures/rejection.ts"
import { asked, chatEvents, responsesEvents, sse } from "../fixtures/streams.ts"
import { settled, until } from "../fixtures/turns.ts"
import { mocked } from "../testing/fixtures.ts"

const chunks = chatEvents(["High", " water é"])
const responseEvents = responsesEvents(["High", " water"])
const whole = respond.chat.stream(chunks as never)

async function* from(events: ReadonlyArray<object>) {
  yield* events
}

const failing = (error: unknown): AsyncIterable<object> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) })
})

it("toResponse sends chat as the service does: frames, then [DONE]; with a status and headers of one's own", async () => {
  const { client } = mocked([whole])
  const response = toResponse(client.chat.stream(asked), {
    status: 201,
    headers: { "Cache-Control": "no-cache", "x-a": "1" }
  })
  assert.strictEqual(response.status, 201)
  assert.deepEqual(Object.fromEntries(response.headers), {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
    "x-a": "1"
  })
  assert.strictEqual(await response.text(), `${sse(chunks)}data: [DONE]\n\n`)
})

it("toResponse sends nothing before the first read, and ends the call when the reader leaves in silence", async () => {
  const wire = hand()
  const client = Client.promises(wire.layer)
  const reader = toResponse(client.chat.stream(asked)).body?.getReader()
  await settled()
  assert.isFalse(wire.isSent())
  const first = reader?.read()
  await until(wire.isSent)
  wire.head()
  wire.events(...chunks.slice(0, 1))
  assert.strictEqual(new TextDecoder().decode((await first)?.value), sse(chunks.slice(0, 1)))
  const second = reader?.read()
  await settled()
  await reader?.cancel()
  assert.isTrue((await second)?.done)
  assert.strictEqual(wire.asked.aborts, 1)
  await client.close()
})

test("toResponse gives a comment in each 15 s of silence, or as often as wanted, while the reader waits", function* () {
  const events = Stream.fromEffect(Effect.as(Effect.sleep("40 seconds"), { type: "a" }))
  for (const [options, pings] of [
    [{}, 2],
    [{ heartbeat: "9 seconds" }, 4]
  ] as const) {
    const response = yield* toResponseEffect(events, options)
    const reading = yield* Effect.forkChild(Effect.promise(() => response.text()))
    for (let second = 0; second < 45; second++) yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(reading), ": ping\n\n".repeat(pings) + sse([{ type: "a" }]))
  }
})

const message = "secret"
it.each<readonly [number, string, unknown]>([
  [429, "RateLimitError", new ApiError.RateLimitError({ message })],
  [502, "ConnectionError", new ApiError.StreamTruncatedError({ message })],
  [500, "InternalServerError", new ApiError.AuthenticationError({ message })],
  [500, "InternalServerError", new Error(message)]
])(
  "a failure is an error event of %i, which is read as %s and says nothing else",
  async (status, _tag, error) => {
    const [one, other] = toReadableStream(failing(error)).tee()
    assert.notInclude(await new Response(one).text(), message)
    assert.deepInclude(await rejection(collect(fromReadableStream(other))), { _tag, status })
  }
)

it("a failure comes after the events before it, with the message of errorMessage, and no mark follows", async () => {
  const reported: Array<unknown> = []
  const errorMessage = (error: unknown) => {
    reported.push(Reflect.get(Object(error), "_tag"))
    if (reported.length === 1) return "Ask again."
    throw new Error("canary")
  }
  const { client } = mocked([fail.cut(whole, 400), fail.cut(whole, 400)])
  const textOf = () => toResponse(client.chat.stream(asked), { errorMessage }).text()
  const error = { message: "Ask again.", type: "bad_gateway", code: 502 }
  assert.strictEqual(await textOf(), sse([...chunks.slice(0, 1), { error }]))
  const fixed = await textOf()
  assert.include(fixed, `"type":"bad_gateway","code":502`)
  assert.notInclude(fixed, "canary")
  assert.deepEqual(reported, ["StreamTruncatedError", "StreamTruncatedError"])
})

const bodyOf = (text: string) => new Response(text).body ?? assert.fail("no body")

it.each([
  ["chat", chunks, 1],
  ["responses", responseEvents, 7]
])(
  "fromReadableStream reads what toReadableStream sent of %s, split into pieces",
  async (_, events, size) => {
    const bytes = new Uint8Array(await new Response(toReadableStream(from(events))).arrayBuffer())
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
        controller.close()
      }
    })
    assert.deepEqual(await collect(fromReadableStream(pieces)), events)
  }
)

it.each<readonly [string, string, object]>([
  ["no last event", sse(chunks.slice(0, 1)), { _tag: "StreamTruncatedError", eventsSeen: 1 }],
  ["an event that is no object", "data: 5\n\n", { reason: "json", eventsSeen: 0 }],
  [
    "an event too large",
    `data: "${"x".repeat(maxEventLength)}"\n\n`,
    { _tag: "InvalidResponseError", reason: "tooLarge", eventsSeen: 0 }
  ]
])("fromReadableStream fails at %s", async (_, text, wanted) => {
  assert.deepInclude(await rejection(collect(fromReadableStream(bodyOf(text)))), wanted)
})

it("fromReadableStream cancels the body when the loop is left", async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(sse(chunks))),
    cancel: () => {
      isCancelled = true
    }
  })
  for await (const _ of fromReadableStream(body)) break
  assert.isTrue(isCancelled)
})

it("finalResponse is the completion that the events of chat add up to, beside a loop over them", async () => {
  const { client } = mocked([whole])
  const [shown, kept] = client.chat.stream(asked).tee()
  const collecting = finalResponse(kept)
  assert.lengthOf(await collect(shown), chunks.length)
  const completion = await collecting
  assert.strictEqual(completion.choices[0]?.message.content, "High water é")
  assert.strictEqual(completion.object, "chat.completion")
  assert.strictEqual(completion.usage?.total_tokens, 8)
})

it("finalResponse of events without the last one rejects with a StreamTruncatedError", async () => {
  for (const events of [[], chunks.slice(0, 1), responseEvents.slice(0, -1)]) {
    const error = await rejection(finalResponse(from(events) as never))
    assert.deepInclude(error, { _tag: "StreamTruncatedError", eventsSeen: events.length })
  }
})

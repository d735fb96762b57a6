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
import { rejection } from "../fixtures/calls.ts"
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
  const fixed = { "content-type": "text/event-stream", "x-accel-buffering": "no" }
  const headers = { ...fixed, "cache-control": "no-cache", "x-a": "1" }
  assert.deepEqual(Object.fromEntries(response.headers), headers)
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

test("toResponse gives a comment in each 15 s of silence while the reader waits", function* () {
  const events = Stream.fromEffect(Effect.as(Effect.sleep("40 seconds"), { type: "a" }))
  const response = yield* toResponseEffect(events)
  const reading = yield* Effect.forkChild(Effect.promise(() => response.text()))
  for (let second = 0; second < 45; second++) yield* TestClock.adjust("1 second")
  assert.strictEqual(yield* Fiber.join(reading), ": ping\n\n: ping\n\n" + sse([{ type: "a" }]))
})

const message = "secret"
it.each<readonly [number, string, unknown]>([
  [429, "RateLimitError", new ApiError.RateLimitError({ message })],
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
  const { client } = mocked([fail.cut(whole, 400), fail.cut(whole, 400)])
  const textOf = (errorMessage: (error: unknown) => string) =>
    toResponse(client.chat.stream(asked), { errorMessage }).text()
  const error = { message: "Ask again.", type: "bad_gateway", code: 502 }
  assert.strictEqual(await textOf(() => "Ask again."), sse([...chunks.slice(0, 1), { error }]))
  const fixed = await textOf(() => {
    throw new Error("canary")
  })
  assert.include(fixed, `"type":"bad_gateway","code":502`)
  assert.notInclude(fixed, "canary")
})

const bodyOf = (text: string) => new Response(text).body ?? assert.fail("no body")

it("fromReadableStream reads what toReadableStream sent, and cancels the body when the loop is left", async () => {
  for (const events of [chunks, responseEvents])
    assert.deepEqual(await collect(fromReadableStream(toReadableStream(from(events)))), events)
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(sse(chunks))),
    cancel: () => void (isCancelled = true)
  })
  for await (const _ of fromReadableStream(body)) break
  assert.isTrue(isCancelled)
})

it.each<readonly [string, string, object]>([
  ["no last event", sse(chunks.slice(0, 1)), { _tag: "StreamTruncatedError", eventsSeen: 1 }],
  [
    "an event too large",
    `data: "${"x".repeat(maxEventLength)}"\n\n`,
    { _tag: "InvalidResponseError", reason: "tooLarge", eventsSeen: 0 }
  ]
])("fromReadableStream fails at %s", async (_, text, wanted) => {
  assert.deepInclude(await rejection(collect(fromReadableStream(bodyOf(text)))), wanted)
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

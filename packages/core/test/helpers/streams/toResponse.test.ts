import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Client from "../../../src/Client.ts"
import * as ApiError from "../../../src/errors/ApiError.ts"
import {
  fromReadableStream,
  toReadableStream,
  toReadableStreamEffect,
  toResponse,
  toResponseEffect
} from "../../../src/helpers/streams/index.ts"
import { maxEventLength } from "../../../src/protocol/limits.ts"
import type { ChatChunk } from "../../../src/resources/chat/index.ts"
import { fail, respond } from "../../../src/testing/index.ts"
import { collect } from "../../fixtures/bulk.ts"
import { hand } from "../../fixtures/hand.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { asked, chatEvents, responsesEvents, sse } from "../../fixtures/streams.ts"
import { settled, until } from "../../fixtures/turns.ts"
import { mocked } from "../../testing/fixtures.ts"
import { test } from "../../fixtures/effects.ts"

const chunks = chatEvents(["High", " water é"])
const responseEvents = responsesEvents(["High", " water"])
const whole = respond.chat.stream(chunks as never)

const failing = (error: unknown): AsyncIterable<object> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) })
})

describe("toResponse", () => {
  it("sends chat as the service does: frames, then [DONE]", async () => {
    const { client } = mocked([whole])
    const response = toResponse(client.chat.stream(asked))
    assert.strictEqual(response.status, 200)
    assert.deepEqual(Object.fromEntries(response.headers), {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no"
    })
    assert.strictEqual(await response.text(), `${sse(chunks)}data: [DONE]\n\n`)
  })

  it("sends responses as the service does, without a mark", async () => {
    const { client } = mocked([respond.responses.stream(responseEvents as never)])
    const text = await toResponse(client.responses.stream({ input: "?" })).text()
    assert.strictEqual(text, sse(responseEvents))
  })

  it("takes a status and headers, in any case", () => {
    const response = toResponse(failing("x"), {
      status: 201,
      headers: { "Cache-Control": "no-cache", "x-a": "1" }
    })
    assert.strictEqual(response.status, 201)
    assert.strictEqual(response.headers.get("cache-control"), "no-cache")
    assert.strictEqual(response.headers.get("x-a"), "1")
  })

  it.each(["after an event", "while nothing comes"])(
    "sends nothing before the first read, and ends the call when the reader leaves %s",
    async (leaves) => {
      const wire = hand()
      const client = Client.promises(wire.layer)
      const reader = toResponse(client.chat.stream(asked)).body?.getReader()
      await settled()
      assert.isFalse(wire.isSent())
      const first = reader?.read()
      await until(wire.isSent)
      wire.head()
      if (leaves === "after an event") {
        wire.events(chunks[0] ?? {}, chunks[1] ?? {})
        assert.strictEqual(new TextDecoder().decode((await first)?.value), sse(chunks.slice(0, 1)))
      } else await settled()
      await reader?.cancel()
      if (leaves !== "after an event") assert.isTrue((await first)?.done)
      assert.strictEqual(wire.asked.aborts, 1)
      await client.close()
    }
  )
})

describe("a failure", () => {
  const message = "secret"
  it.each<readonly [number, string, unknown]>([
    [429, "RateLimitError", new ApiError.RateLimitError({ message })],
    [503, "UnavailableError", new ApiError.UnavailableError({ message })],
    [504, "DeadlineExceededError", new ApiError.DeadlineExceededError({ message })],
    [502, "ConnectionError", new ApiError.StreamTruncatedError({ message })],
    [500, "InternalServerError", new ApiError.AuthenticationError({ message })],
    [500, "InternalServerError", new Error(message)],
    [500, "InternalServerError", message]
  ])("is an error event of %i, which is read as %s and says nothing else", async (status, _tag, error) => {
    const [one, other] = toReadableStream(failing(error)).tee()
    assert.notInclude(await new Response(one).text(), message)
    const read = await rejection(collect(fromReadableStream(other)))
    assert.isTrue(ApiError.isApiError(read))
    assert.deepInclude(read, { _tag, status })
  })

  it("comes after the events before it, with the message of errorMessage, and no mark follows", async () => {
    const reported: Array<unknown> = []
    const errorMessage = (error: unknown) => {
      reported.push(Reflect.get(Object(error), "_tag"))
      if (reported.length === 1) return "Ask again."
      throw new Error("canary")
    }
    const { client } = mocked([fail.cut(whole, 400), fail.cut(whole, 400)])
    const textOf = () => toResponse(client.chat.stream(asked), { errorMessage }).text()
    const error = { message: "Ask again.", type: "bad_gateway", code: 502 }
    assert.strictEqual(await textOf(), sse([chunks[0] ?? {}, { error }]))
    const fixed = await textOf()
    assert.include(fixed, `"type":"bad_gateway","code":502`)
    assert.notInclude(fixed, "canary")
    assert.deepEqual(reported, ["StreamTruncatedError", "StreamTruncatedError"])
  })
})

describe("heartbeats", () => {
  test("come in each 15 s of silence, while the reader waits", function* () {
    const events = Stream.fromEffect(Effect.as(Effect.sleep("40 seconds"), { type: "a" }))
    const bytes = yield* toReadableStreamEffect(events)
    const reading = yield* Effect.forkChild(Effect.promise(() => new Response(bytes).text()))
    for (let second = 0; second < 45; second++) yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(reading), `: ping\n\n: ping\n\n${sse([{ type: "a" }])}`)
  })

  test("come as often as wanted", function* () {
    const response = yield* toResponseEffect(Stream.never, { heartbeat: "1 second" })
    const reader = response.body?.getReader()
    const reading = yield* Effect.forkChild(Effect.promise(async () => reader?.read()))
    yield* TestClock.adjust("1 second")
    const read = yield* Fiber.join(reading)
    assert.strictEqual(new TextDecoder().decode(read?.value), ": ping\n\n")
    yield* Effect.promise(async () => reader?.cancel())
  })
})

const bodyOf = (text: string) => new Response(text).body ?? assert.fail("no body")

describe("fromReadableStream", () => {
  it("reads what toReadableStream sent, split anywhere", async () => {
    const { client } = mocked([whole])
    const stream = toReadableStream(client.chat.stream(asked))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    for (const size of [1, 2, 7, bytes.length]) {
      const pieces = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        }
      })
      assert.deepEqual<ReadonlyArray<unknown>>(await collect(fromReadableStream<ChatChunk>(pieces)), chunks)
    }
  })

  it("of responses ends with their last event", async () => {
    assert.deepEqual(await collect(fromReadableStream(bodyOf(sse(responseEvents)))), responseEvents)
  })

  it.each<readonly [string, string, object]>([
    ["no last event", sse(chunks.slice(0, 1)), { _tag: "StreamTruncatedError", eventsSeen: 1 }],
    [
      "an event that is no object",
      "data: 5\n\n",
      { _tag: "InvalidResponseError", reason: "json", eventsSeen: 0 }
    ],
    [
      "an event that is no JSON",
      "data: {bad\n\n",
      { _tag: "InvalidResponseError", reason: "json", eventsSeen: 0 }
    ],
    [
      "an event too large",
      `data: "${"x".repeat(maxEventLength)}"\n\n`,
      { _tag: "InvalidResponseError", reason: "tooLarge", eventsSeen: 0 }
    ]
  ])("fails at %s", async (_, text, wanted) => {
    assert.deepInclude(await rejection(collect(fromReadableStream(bodyOf(text)))), wanted)
  })

  it("cancels the body when the loop is left", async () => {
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
})

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
import type { ChatChunk } from "../../../src/resources/chat/index.ts"
import { fail, mockClient, respond } from "../../../src/testing/index.ts"
import { until } from "../../fixtures/bulk.ts"
import { hand, settled } from "../../fixtures/hand.ts"
import { chatEvents, responsesEvents, sse } from "../../fixtures/streams.ts"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const chunks = chatEvents(["High", " water é"])
const responseEvents = responsesEvents(["High", " water"])
const mark = "data: [DONE]\n\n"

const all = async <A>(events: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const seen: Array<A> = []
  for await (const event of events) seen.push(event)
  return seen
}

const failing = (error: unknown): AsyncIterable<object> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) })
})

describe("toResponse", () => {
  it("sends chat as the service does: frames, then [DONE]", async () => {
    const { client } = mockClient([respond.chat.stream(chunks as never)])
    const response = toResponse(client.chat.stream(asked))
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    assert.strictEqual(response.headers.get("x-accel-buffering"), "no")
    assert.strictEqual(await response.text(), sse(chunks) + mark)
    await client.close()
  })

  it("sends responses as the service does, without a mark", async () => {
    const { client } = mockClient([respond.responses.stream(responseEvents as never)])
    const text = await toResponse(client.responses.stream({ input: "?" })).text()
    assert.strictEqual(text, sse(responseEvents))
    await client.close()
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

  it("sends nothing before the first read, and ends the call when the reader leaves", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const response = toResponse(client.chat.stream(asked))
    await settled()
    assert.isFalse(wire.isSent())
    const reader = response.body?.getReader()
    const first = reader?.read()
    await until(wire.isSent)
    wire.head()
    wire.events(chunks[0] ?? {}, chunks[1] ?? {})
    assert.strictEqual(new TextDecoder().decode((await first)?.value), sse(chunks.slice(0, 1)))
    await reader?.cancel()
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })

  it("ends the call of a reader that leaves while nothing comes", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const reader = toResponse(client.chat.stream(asked)).body?.getReader()
    const first = reader?.read()
    await until(wire.isSent)
    wire.head()
    await settled()
    await reader?.cancel()
    assert.strictEqual((await first)?.done, true)
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })
})

describe("a failure", () => {
  const errors: ReadonlyArray<readonly [number, string, unknown]> = [
    [429, "RateLimitError", new ApiError.RateLimitError({ message: "secret" })],
    [503, "UnavailableError", new ApiError.UnavailableError({ message: "secret" })],
    [504, "DeadlineExceededError", new ApiError.DeadlineExceededError({ message: "secret" })],
    [502, "ConnectionError", new ApiError.StreamTruncatedError({ message: "secret" })],
    [500, "InternalServerError", new ApiError.AuthenticationError({ message: "secret" })],
    [500, "InternalServerError", new Error("secret")],
    [500, "InternalServerError", "secret"]
  ]
  it.each(errors)(
    "is an error event of %i, which is read as %s and says nothing else",
    async (code, tag, error) => {
      const bytes = toReadableStream(failing(error))
      const [one, other] = bytes.tee()
      assert.notInclude(await new Response(one).text(), "secret")
      const read = await all(fromReadableStream(other)).catch((thrown: unknown) => thrown)
      assert.isTrue(ApiError.isApiError(read))
      assert.strictEqual(Reflect.get(Object(read), "_tag"), tag)
      assert.strictEqual(Reflect.get(Object(read), "status"), code)
    }
  )

  it("has the fixed message where errorMessage throws", async () => {
    const { client } = mockClient([fail.cut(respond.chat.stream(chunks as never), 400)])
    const text = await toResponse(client.chat.stream(asked), {
      errorMessage: () => assert.fail("canary")
    }).text()
    assert.include(text, `"type":"bad_gateway","code":502`)
    assert.notInclude(text, "canary")
    await client.close()
  })

  it("comes after the events before it, with the message of errorMessage, and no mark follows", async () => {
    const { client } = mockClient([fail.cut(respond.chat.stream(chunks as never), 400)])
    const reported: Array<unknown> = []
    const text = await toResponse(client.chat.stream(asked), {
      errorMessage: (error) => {
        reported.push(Reflect.get(Object(error), "_tag"))
        return "Ask again."
      }
    }).text()
    assert.deepEqual(reported, ["StreamTruncatedError"])
    assert.strictEqual(
      text,
      sse([chunks[0] ?? {}, { error: { message: "Ask again.", type: "bad_gateway", code: 502 } }])
    )
    await client.close()
  })
})

describe("heartbeats", () => {
  it.effect("come in each 15 s of silence, while the reader waits", () =>
    Effect.gen(function* () {
      const events = Stream.fromEffect(Effect.as(Effect.sleep("40 seconds"), { type: "a" }))
      const bytes = yield* toReadableStreamEffect(events)
      const reading = yield* Effect.forkChild(Effect.promise(() => new Response(bytes).text()))
      for (let second = 0; second < 45; second++) yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(reading), `: ping\n\n: ping\n\n${sse([{ type: "a" }])}`)
    })
  )

  it.effect("come as often as wanted", () =>
    Effect.gen(function* () {
      const response = yield* toResponseEffect(Stream.never, { heartbeat: "1 second" })
      const reader = response.body?.getReader()
      const reading = yield* Effect.forkChild(Effect.promise(async () => reader?.read()))
      yield* TestClock.adjust("1 second")
      const read = yield* Fiber.join(reading)
      assert.strictEqual(new TextDecoder().decode(read?.value), ": ping\n\n")
      yield* Effect.promise(async () => reader?.cancel())
    })
  )
})

const bodyOf = (text: string) => new Response(text).body ?? assert.fail("no body")

describe("fromReadableStream", () => {
  it("reads what toReadableStream sent, split anywhere", async () => {
    const { client } = mockClient([respond.chat.stream(chunks as never)])
    const bytes = new Uint8Array(
      await new Response(toReadableStream(client.chat.stream(asked))).arrayBuffer()
    )
    for (const size of [1, 2, 7, bytes.length]) {
      const pieces = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        }
      })
      assert.deepEqual<ReadonlyArray<unknown>>(await all(fromReadableStream<ChatChunk>(pieces)), chunks)
    }
    await client.close()
  })

  it("of responses ends with their last event", async () => {
    assert.deepEqual(await all(fromReadableStream(bodyOf(sse(responseEvents)))), responseEvents)
  })

  it("without a last event is a StreamTruncatedError", async () => {
    const read = all(fromReadableStream(bodyOf(sse(chunks.slice(0, 1)))))
    const error = await read.catch((thrown: unknown) => thrown)
    assert.strictEqual(Reflect.get(Object(error), "_tag"), "StreamTruncatedError")
    assert.strictEqual(Reflect.get(Object(error), "eventsSeen"), 1)
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

// Streams as async iterables.
import { assert, describe, it } from "@effect/vitest"
import { type ChatChunk } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import { isApiError } from "../../../src/errors/ApiError.ts"
import { sse } from "../../fixtures/streams.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import { asked, first, good, headers, last, second } from "../../fixtures/streaming.ts"

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

  it("an abort rejects the step in progress or the next one with the signal's reason", async () => {
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
          const reported = await (waiting ?? iterator.next()).then(
            () => assert.fail("it goes on"),
            (error: unknown) => error
          )
          assert.strictEqual(reported, reason)
          assert.isTrue((await iterator.next()).done)
        },
        controller.signal
      )
    }
  })
})

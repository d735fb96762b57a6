import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { hand, settled } from "../../fixtures/hand.ts"
import { asked, begun, done, first, given, last, mark, second } from "../../fixtures/begun.ts"

describe("steps", () => {
  it("over what is there are settled at once", async () => {
    const { client, leave, next, wire } = await begun()
    const waiting = next()
    wire.events(first, second, last)
    assert.deepEqual(await waiting, given(first))
    let isSettled = false
    void next().then(() => {
      isSettled = true
    })
    await Promise.resolve()
    assert.isTrue(isSettled)
    await leave()
    await client.close()
  })

  it("may overlap: each has its own event, in order", async () => {
    const { client, next, wire } = await begun()
    const steps = Promise.all(Array.from({ length: 5 }, next))
    wire.events(first)
    wire.events(second, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await steps, [given(first), given(second), given(last), done, done])
    assert.deepEqual(await next(), done)
    await client.close()
  })

  it("that overlap a failure: the first is reported, the others are done", async () => {
    const { client, next, wire } = await begun()
    const steps = Promise.allSettled(Array.from({ length: 4 }, next))
    wire.events(first)
    wire.text("data: {]\n\n")
    const [one, two, ...others] = await steps
    assert.deepEqual(one, { status: "fulfilled", value: given(first) })
    assert.strictEqual(two?.status === "rejected" && Reflect.get(Object(two.reason), "reason"), "json")
    for (const other of others) assert.deepEqual(other, { status: "fulfilled", value: done })
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })

  it("that wait are done when the stream is left", async () => {
    const { client, leave, next, wire } = await begun()
    const steps = Promise.all(Array.from({ length: 3 }, next))
    await settled()
    assert.deepEqual(await leave(), done)
    assert.deepEqual(await steps, [done, done, done])
    assert.strictEqual(wire.asked.aborts, 1)
    assert.deepEqual(await leave(), done)
    await client.close()
  })

  it("after an abort give the reason once, and nothing that was there", async () => {
    const controller = new AbortController()
    const { client, next, wire } = await begun(controller.signal)
    const waiting = next()
    wire.events(first, second)
    await waiting
    controller.abort("mine")
    assert.strictEqual(wire.asked.aborts, 1)
    assert.strictEqual(await next().catch((reason: unknown) => reason), "mine")
    assert.deepEqual(await next(), done)
    await client.close()
  })

  it("after the end are done, whatever the signal says then", async () => {
    const controller = new AbortController()
    const { client, next, wire } = await begun(controller.signal)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await next(), done)
    controller.abort("mine")
    assert.deepEqual(await next(), done)
    await client.close()
  })
})

describe("a loop", () => {
  const leaves: ReadonlyArray<readonly [string, (events: AsyncIterable<unknown>) => Promise<unknown>]> = [
    [
      "break",
      async (events) => {
        for await (const _ of events) break
      }
    ],
    [
      "return",
      async (events) => {
        for await (const event of events) return event
        return undefined
      }
    ],
    [
      "throw",
      async (events) => {
        for await (const event of events) throw new Error(String(event))
      }
    ]
  ]
  it.each(leaves)("left by %s frees the connection before it is over", async (_name, act) => {
    const { client, events, wire } = await begun()
    const left = act(events).catch(() => undefined)
    await settled()
    wire.events(first, second)
    await left
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })

  it("reads a stream to its end without an abort, so that its connection serves again", async () => {
    const { client, events, wire } = await begun()
    const seen: Array<unknown> = []
    const read = (async () => {
      for await (const event of events) seen.push(event)
    })()
    await settled()
    wire.events(first, last)
    wire.text(mark)
    wire.end()
    await read
    assert.deepEqual(seen, [first, last])
    assert.strictEqual(wire.asked.aborts, 0)
    await client.close()
  })
})

describe("the head", () => {
  it("is reported to all who ask, and a failure in its place too", async () => {
    const wire = hand({ maxRetries: 0 })
    const client = Client.promises(wire.layer)
    const events = client.chat.stream(asked)
    const heads = [events.withResponse(), events.withResponse()].map((head) =>
      head.catch((error: unknown) => Reflect.get(Object(error), "_tag"))
    )
    await settled()
    wire.head("text/html")
    assert.deepEqual(await Promise.all(heads), ["InvalidResponseError", "InvalidResponseError"])
    const iterator = events[Symbol.asyncIterator]()
    assert.strictEqual(
      await iterator.next().catch((error: unknown) => Reflect.get(Object(error), "reason")),
      "content"
    )
    assert.deepEqual(await iterator.next(), done)
    await client.close()
  })

  it("of a stream that was left or aborted before is none, and nothing is sent", async () => {
    const wire = hand()
    const client = Client.promises(wire.layer)
    const left = client.chat.stream(asked)
    await left[Symbol.asyncIterator]().return?.()
    assert.match(await left.withResponse().then(String, String), /no HTTP response/)
    const aborted = client.chat.stream(asked, { signal: AbortSignal.abort("mine") })
    assert.strictEqual(await aborted.withResponse().then(String, String), "mine")
    assert.isFalse(wire.isSent())
    await client.close()
  })
})

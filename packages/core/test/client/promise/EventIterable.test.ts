import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { hand, settled } from "../../fixtures/hand.ts"
import { chatEvents } from "../../fixtures/streams.ts"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const [first = {}, second = {}, last = {}] = chatEvents(["High", " water"])
const mark = "data: [DONE]\n\n"
const done = { done: true, value: undefined } as const
const given = (value: object) => ({ done: false as const, value })

/** A stream whose head is there, and the wire that brings it. */
const begun = async (signal?: AbortSignal) => {
  const wire = hand()
  const client = Client.promises(wire.layer)
  const events = client.chat.stream(asked, signal === undefined ? {} : { signal })
  const opened = events.withResponse()
  await settled()
  wire.head()
  await opened
  let iterator: AsyncIterator<unknown> | undefined
  const begin = () => (iterator ??= events[Symbol.asyncIterator]())
  const leave = async () => {
    await begin().return?.()
    return done
  }
  return { wire, client, events, next: () => begin().next() as Promise<unknown>, leave }
}

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

  it("that overlap a failure: the first is told, the others are done", async () => {
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

const readAll = async (events: AsyncIterable<unknown>): Promise<ReadonlyArray<unknown>> => {
  const seen: Array<unknown> = []
  for await (const event of events) seen.push(event)
  return seen
}

describe("a second loop", () => {
  it("over a stream that was read throws an Error that names tee()", async () => {
    const { client, events, wire } = await begun()
    wire.events(first, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await readAll(events), [first, last])
    assert.match(String(await readAll(events).catch(String)), /read once.*tee\(\)/)
    await client.close()
  })

  it("over a stream that was left throws too", async () => {
    const { client, events, wire } = await begun()
    wire.events(first)
    for await (const _ of events) break
    assert.match(String(await readAll(events).catch(String)), /read once/)
    await client.close()
  })

  it("beside tee() throws, and so does tee() beside a loop", async () => {
    const { client, events } = await begun()
    const [left] = events.tee()
    assert.match(String(await readAll(events).catch(String)), /read once/)
    assert.throws(() => events.tee(), /read once/)
    const iterator = left[Symbol.asyncIterator]()
    assert.throws(() => left.tee(), /read once/)
    await iterator.return?.()
    await client.close()
  })
})

const read = async (one: AsyncIterable<unknown>) => {
  const seen: Array<unknown> = []
  try {
    for await (const event of one) seen.push(event)
  } catch (error) {
    return [seen, Reflect.get(Object(error), "reason")]
  }
  return [seen, "no failure"]
}

describe("tee()", () => {
  it("gives all events to both, over one connection, at any pace", async () => {
    const { client, events, wire } = await begun()
    const [left, right] = events.tee()
    wire.events(first, second, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await readAll(left), [first, second, last])
    assert.deepEqual(await readAll(right), [first, second, last])
    assert.strictEqual(wire.asked.aborts, 0)
    await client.close()
  })

  it("can be split again", async () => {
    const { client, events, wire } = await begun()
    const [left, rest] = events.tee()
    const all = [left, ...rest.tee()]
    wire.events(first, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(
      await Promise.all(all.map(readAll)),
      all.map(() => [first, last])
    )
    await client.close()
  })

  it("ends the call when both were left, not before", async () => {
    const { client, events, wire } = await begun()
    const [left, right] = events.tee()
    wire.events(first, second)
    for await (const _ of left) break
    assert.strictEqual(wire.asked.aborts, 0)
    const iterator = right[Symbol.asyncIterator]()
    assert.deepEqual(await iterator.next(), given(first) as never)
    assert.deepEqual(await iterator.next(), given(second) as never)
    assert.deepEqual(await iterator.return?.(), done)
    assert.strictEqual(wire.asked.aborts, 1)
    await client.close()
  })

  it("gives a failure to both, after the events before it", async () => {
    const { client, events, wire } = await begun()
    wire.events(first)
    wire.text("data: {]\n\n")
    const [left, right] = events.tee()
    assert.deepEqual(await read(left), [[first], "json"])
    assert.deepEqual(await read(right), [[first], "json"])
    await client.close()
  })

  it("gives the HTTP response of both", async () => {
    const { client, events } = await begun()
    for (const branch of events.tee()) {
      const { data, response } = await branch.withResponse()
      assert.strictEqual(data, branch)
      assert.strictEqual(response.status, 200)
    }
    await client.close()
  })
})

describe("the head", () => {
  it("is told to all who ask, and a failure in its place too", async () => {
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

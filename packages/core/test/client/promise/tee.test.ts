import { assert, describe, it } from "@effect/vitest"
import { begun, done, first, given, last, mark, second } from "../../fixtures/hand.ts"

/** All events, and how they end. */
const read = async (events: AsyncIterable<unknown>) => {
  const seen: Array<unknown> = []
  try {
    for await (const event of events) seen.push(event)
  } catch (error) {
    return [seen, Reflect.get(Object(error), "reason") ?? String(error)]
  }
  return [seen, "the end"]
}

describe("a second loop", () => {
  it("over a stream that was read throws an Error that names tee()", async () => {
    const { events, wire } = await begun()
    wire.events(first, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await read(events), [[first, last], "the end"])
    assert.match(String(await read(events)), /read once.*tee\(\)/)
  })

  it("over a stream that was left throws too", async () => {
    const { events, wire } = await begun()
    wire.events(first)
    for await (const _ of events) break
    assert.match(String(await read(events)), /read once/)
  })

  it("beside tee() throws, and so does tee() beside a loop", async () => {
    const { events } = await begun()
    const [left] = events.tee()
    assert.match(String(await read(events)), /read once/)
    assert.throws(() => events.tee(), /read once/)
    const iterator = left[Symbol.asyncIterator]()
    assert.throws(() => left.tee(), /read once/)
    await iterator.return?.()
  })
})

describe("tee()", () => {
  it("gives all events to all, split again too, over one connection, at any pace", async () => {
    const { events, wire } = await begun()
    const [left, rest] = events.tee()
    const [middle, right] = rest.tee()
    wire.events(first, second, last)
    wire.text(mark)
    wire.end()
    assert.deepEqual(await read(left), [[first, second, last], "the end"])
    const both = await Promise.all([middle, right].map(read))
    for (const one of both) assert.deepEqual(one, [[first, second, last], "the end"])
    assert.strictEqual(wire.asked.aborts, 0)
  })

  it("ends the call when both were left, not before", async () => {
    const { events, wire } = await begun()
    const [left, right] = events.tee()
    wire.events(first, second)
    for await (const _ of left) break
    assert.strictEqual(wire.asked.aborts, 0)
    const iterator = right[Symbol.asyncIterator]()
    assert.deepEqual(await iterator.next(), given(first) as never)
    assert.deepEqual(await iterator.next(), given(second) as never)
    assert.deepEqual(await iterator.return?.(), done)
    assert.strictEqual(wire.asked.aborts, 1)
  })

  it("gives a failure to both, after the events before it", async () => {
    const { events, wire } = await begun()
    wire.events(first)
    wire.text("data: {]\n\n")
    for (const branch of events.tee()) assert.deepEqual(await read(branch), [[first], "json"])
  })

  it("gives the HTTP response of both", async () => {
    const { events } = await begun()
    for (const branch of events.tee()) {
      const { data, response } = await branch.withResponse()
      assert.strictEqual(data, branch)
      assert.strictEqual(response.status, 200)
    }
  })
})

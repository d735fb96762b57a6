import { assert, describe, it } from "@effect/vitest"
import { begun, done, first, given, last, mark, second } from "../../fixtures/begun.ts"

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

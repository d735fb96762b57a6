import { assert, describe, it } from "@effect/vitest"
import { begun, first, last, mark, second } from "../../fixtures/hand.ts"

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

it("a second loop, over a stream that was left or split, throws an Error that names tee()", async () => {
  const [left, split] = [await begun(), await begun()]
  left.wire.events(first)
  for await (const _ of left.events) break
  const [branch] = split.events.tee()
  for (const { events } of [left, split]) assert.match(String(await read(events)), /read once.*tee\(\)/)
  await branch[Symbol.asyncIterator]().return?.()
})

describe("tee()", () => {
  it("gives all events to all, split again too, over one connection, at any pace", async () => {
    const { events, wire } = await begun()
    const [left, rest] = events.tee()
    const [middle, right] = rest.tee()
    wire.events(first, second, last)
    wire.text(mark)
    wire.end()
    for (const one of [await read(left), ...(await Promise.all([read(middle), read(right)]))])
      assert.deepEqual(one, [[first, second, last], "the end"])
    assert.strictEqual(wire.asked.aborts, 0)
  })

  it("ends the call when both were left, not before", async () => {
    const { events, wire } = await begun()
    const [left, right] = events.tee()
    wire.events(first, second)
    for await (const _ of left) break
    assert.strictEqual(wire.asked.aborts, 0)
    for await (const _ of right) break
    assert.strictEqual(wire.asked.aborts, 1)
  })

  it("gives a failure to both, after the events before it, and the HTTP response", async () => {
    const { events, wire } = await begun()
    wire.events(first)
    wire.text("data: {]\n\n")
    for (const branch of events.tee()) {
      assert.strictEqual((await branch.withResponse()).response.status, 200)
      assert.deepEqual(await read(branch), [[first], "json"])
    }
  })
})

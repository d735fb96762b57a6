// Streams as async iterables, read once or split.
import { assert, it } from "@effect/vitest"
import { getEventListeners } from "node:events"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { onTestFinished, vi } from "vitest"
import * as Client from "../../../src/Client.ts"
import { Chat, make } from "../../../src/resources/chat/index.ts"
import { rejection } from "../../fixtures/calls.ts"
import { asked, begun, done, first, given, hand, last, mark, second } from "../../fixtures/hand.ts"

it("steps may overlap: each has its own event, in order; after the end they are done, and no listener is left", async () => {
  const controller = new AbortController()
  const { next, wire } = await begun(controller.signal)
  assert.lengthOf(getEventListeners(controller.signal, "abort"), 1)
  const steps = Promise.all(Array.from({ length: 5 }, next))
  wire.events(first)
  wire.events(second, last)
  wire.text(mark)
  wire.end()
  assert.deepEqual(await steps, [given(first), given(second), given(last), done, done])
  assert.lengthOf(getEventListeners(controller.signal, "abort"), 0)
  controller.abort("mine")
  assert.deepEqual(await next(), done)
})

it("steps that overlap a failure: the first rejects with the ApiError itself, the others are done", async () => {
  const { next, wire } = await begun()
  const [one, ...others] = [rejection(next()), next(), next()]
  wire.text("data: {]\n\n")
  assert.deepInclude(await one, { _tag: "InvalidResponseError", reason: "json" })
  assert.deepEqual(await Promise.all(others), [done, done])
  assert.strictEqual(wire.asked.aborts, 1)
})

it("steps after an abort give the reason once, and no event that has come", async () => {
  const controller = new AbortController()
  const { next, wire } = await begun(controller.signal)
  const earlier = next()
  wire.events(first, second)
  await earlier
  controller.abort("mine")
  assert.strictEqual(wire.asked.aborts, 1)
  assert.strictEqual(await rejection(next()), "mine")
  assert.deepEqual(await next(), done)
})

it("the head is reported to all who ask, and a failure in its place too: HTML is not read", async () => {
  const wire = hand({ maxRetries: 0 })
  const client = Client.promises(wire.layer)
  onTestFinished(client.close)
  const events = client.chat.stream(asked)
  const heads = [events.withResponse(), events.withResponse(), events[Symbol.asyncIterator]().next()]
  const errors = Promise.all(heads.map(rejection))
  await wire.answer("text/html")
  for (const error of await errors)
    assert.deepInclude(error, { _tag: "InvalidResponseError", reason: "content", attempts: 1 })
  assert.strictEqual(wire.asked.aborts, 1)
})

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

it("tee() gives all events to all, split again too, over one connection, at any pace", async () => {
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

it("tee() ends the call when both were left, not before; a loop over what was split names tee()", async () => {
  const { events, wire } = await begun()
  const [left, right] = events.tee()
  assert.match(String(await read(events)), /read once.*tee\(\)/)
  wire.events(first, second)
  for await (const _ of left) break
  assert.strictEqual(wire.asked.aborts, 0)
  for await (const _ of right) break
  assert.strictEqual(wire.asked.aborts, 1)
})

const leave = (one: AsyncIterable<unknown>) => one[Symbol.asyncIterator]().return?.()

it.each(["abort", "return", "leaving both of tee()", "close()"] as const)(
  "one that was opened and is ended before its first step by %s frees its connection",
  async (how) => {
    const controller = new AbortController()
    const { client, events, wire } = await begun(controller.signal)
    if (how === "abort") controller.abort("mine")
    else if (how === "return") await leave(events)
    else if (how === "close()") await client.close()
    else for (const one of events.tee()) await leave(one)
    assert.strictEqual(wire.asked.aborts, 1)
  }
)

it("timers run between the events of an engine that never waits", async () => {
  const chunks = Array.from({ length: 50_000 }, () => first)
  const chat = make({
    create: () => Effect.die("unused"),
    stream: () => Effect.succeed(Stream.rechunk(Stream.fromIterable([...chunks, last]), 1))
  })
  const client = Client.promises(Layer.merge(hand().layer, Layer.succeed(Chat, chat)))
  onTestFinished(client.close)
  let seen = 0
  const timer = new AbortController()
  setTimeout(() => timer.abort("in time"), 5)
  const all = async () => {
    for await (const _ of client.chat.stream(asked, { signal: timer.signal })) seen++
  }
  assert.strictEqual(await rejection(all()), "in time")
  assert.isBelow(seen, chunks.length)
})

it("a stream that is silent ends by the timers of a test, whatever its clock says", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const { next, wire } = await begun()
  wire.events(first)
  await next()
  const error = rejection(next())
  await vi.advanceTimersByTimeAsync(130_000)
  assert.deepInclude(await error, { _tag: "DeadlineExceededError", phase: "idle" })
})

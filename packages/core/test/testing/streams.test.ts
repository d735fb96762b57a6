// Streams on a script, recorded, and answered from the recording: whole, cut, silent and left.
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import type { Client } from "../../src/Client.ts"
import { fail, record, replay, respond, mockClient, type Step } from "../../src/testing/index.ts"
import { chatEvents } from "../fixtures/streams.ts"
import { settled } from "../fixtures/turns.ts"

const chunks = chatEvents(["At noön.", " Or later."])
const [first] = chunks
const whole = respond.chat.stream(chunks as never)
const bytes = new TextEncoder().encode(`data: ${JSON.stringify(first)}\n\n`).length

const ask = (client: Client) =>
  client.chat.stream({ model: "sonar", messages: [{ role: "user", content: "When?" }] }, { idleTimeout: 100 })

/** Collects the texts that come, and says how it ends. */
const read = async (client: Client, texts: Array<unknown>) => {
  try {
    for await (const { choices } of ask(client)) texts.push(choices[0]?.delta.content)
    return { texts }
  } catch (error) {
    const { _tag, eventsSeen, phase } = error as { _tag: string; eventsSeen?: number; phase?: string }
    return { texts, _tag, eventsSeen, phase }
  }
}

/** The texts that come, and how it ends: from the first text on time passes, until it is over. */
const heard = async (client: Client) => {
  const texts: Array<unknown> = []
  let isOver = false
  const reading = read(client, texts).finally(() => (isOver = true))
  while (!isOver) {
    await settled()
    await vi.advanceTimersByTimeAsync(texts.length === 0 ? 0 : 10)
  }
  return reading
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const cut = { texts: ["At noön."], _tag: "StreamTruncatedError", eventsSeen: 1, phase: "stream" }
const silent = { texts: ["At noön."], _tag: "DeadlineExceededError", eventsSeen: 1, phase: "idle" }

describe("a stream", () => {
  it.each<readonly [string, Step, object]>([
    ["whole", whole, { texts: ["At noön.", " Or later.", ""] }],
    ["cut within an event", fail.cut(whole, bytes + 9), cut],
    ["silent after an event", fail.stall(whole, bytes), silent]
  ])("that is %s is reported alike by a script and by the recording of it", async (_, step, wanted) => {
    const recording = record()
    const before = mockClient([step], { wrapTransport: recording.wrap })
    assert.deepEqual(await heard(before.client), wanted)
    await before.client.close()
    const after = replay(JSON.stringify(recording))
    assert.deepEqual(await heard(after.client), wanted)
    await after.client.close()
  })
})

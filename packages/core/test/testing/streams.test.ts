// Streams on a script, recorded, and answered from the recording: whole, cut, silent and left.
import type { Client } from "../../src/Client.ts"
import { respond, fail, record, replay, mockClient, type Step } from "../../src/testing/index.ts"
import { assert, describe, it } from "vitest"

const chunk = (object: "chat.completion.chunk" | "chat.completion.done", content: string) => ({
  id: "c1",
  model: "sonar",
  created: 1,
  object,
  choices: [{ index: 0, delta: { content } }]
})

const first = chunk("chat.completion.chunk", "At noön.")
const second = chunk("chat.completion.chunk", " Or later.")
const whole = respond.chat.stream([first, second, chunk("chat.completion.done", "")])
const bytes = new TextEncoder().encode(`data: ${JSON.stringify(first)}\n\n`).length

const ask = (client: Client) =>
  client.chat.stream(
    { model: "sonar", messages: [{ role: "user", content: "When?" }] },
    { idleTimeout: 30, timeout: 20_000 }
  )

/** The texts that come, and how it ends. */
const heard = async (client: Client) => {
  const texts: Array<unknown> = []
  try {
    for await (const { choices } of ask(client)) texts.push(choices[0]?.delta.content)
    return { texts }
  } catch (error) {
    const { _tag, eventsSeen, phase } = error as { _tag: string; eventsSeen?: number; phase?: string }
    return { texts, _tag, eventsSeen, phase }
  }
}

describe.each<readonly [string, Step, object]>([
  ["whole", whole, { texts: ["At noön.", " Or later.", ""] }],
  [
    "cut between two events",
    fail.cut(whole, bytes),
    { texts: ["At noön."], _tag: "StreamTruncatedError", eventsSeen: 1, phase: "stream" }
  ],
  [
    "cut within an event",
    fail.cut(whole, bytes + 9),
    { texts: ["At noön."], _tag: "StreamTruncatedError", eventsSeen: 1, phase: "stream" }
  ],
  [
    "silent after an event",
    fail.stall(whole, bytes),
    { texts: ["At noön."], _tag: "DeadlineExceededError", eventsSeen: 1, phase: "idle" }
  ],
  [
    "refused",
    fail.status(400),
    { texts: [], _tag: "InvalidRequestError", eventsSeen: undefined, phase: "service" }
  ]
])("a stream that is %s", (_, step, wanted) => {
  it("is reported alike by a script and by the recording of it", async () => {
    const recording = record()
    const before = mockClient([step], { wrapTransport: recording.wrap })
    assert.deepEqual(await heard(before.client), wanted)
    await before.client.close()
    const after = replay(JSON.stringify(recording))
    assert.deepEqual(await heard(after.client), wanted)
    await after.client.close()
  })
})

it("a stream is kept as its frames", async () => {
  const recording = record()
  const { client } = mockClient([whole], { wrapTransport: recording.wrap })
  await heard(client)
  const [exchange] = recording.toJSON().exchanges
  assert.deepNestedPropertyVal(exchange, "request.headers.accept", "text/event-stream")
  const { body } = exchange?.answer ?? {}
  assert.lengthOf(body !== undefined && "events" in body ? body.events : [], 4)
  assert.deepNestedPropertyVal(body, "events[0]", `data: ${JSON.stringify(first)}\n\n`)
  assert.deepNestedPropertyVal(body, "events[3]", "data: [DONE]\n\n")
  await client.close()
})

it("a stream that is left may be left again", async () => {
  const recording = record()
  const before = mockClient([whole], { wrapTransport: recording.wrap })
  for await (const event of ask(before.client)) {
    assert.deepEqual(event, first)
    break
  }
  await before.client.close()
  const after = replay(recording.toJSON())
  for await (const event of ask(after.client)) {
    assert.deepEqual(event, first)
    break
  }
  await after.client.close()
})

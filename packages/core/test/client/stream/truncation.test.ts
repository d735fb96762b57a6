// No stream that lost a byte of its content passes for whole, and none of its good events is lost: streams of each
// resource and style of frames are cut after every byte, in quick tests after some.
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import * as Client from "../../../src/Client.ts"
import { Transport } from "../../../src/client/Transport.ts"
import { runs } from "../../fixtures/runs.ts"
import { asked, chatEvents, responsesEvents } from "../../fixtures/streams.ts"
import { baseUrl } from "../../fixtures/wire.ts"

/** Texts that a careless reader takes for frames, or cuts inside a character. */
const texts = [
  'Grüße 🐟 \u{1f468}\u200d\u{1f469} 満潮は \ud800 \ufeff\u0000\u2028 "}data: [DONE]',
  "\n\ndata: \r\\u00e9\\: ping"
]

type Ending = "ends" | "breaks"

/** A stream of a resource: its events, its bytes, and where they may be cut. */
const record = (resource: "chat" | "responses", end: string, before: string) => {
  const events = resource === "chat" ? chatEvents(texts) : responsesEvents(texts)
  const data = events.map((event) => JSON.stringify(event))
  let text = ""
  /** For each frame the length from which on it is given: that of its data at an end, with the first sign of the blank line at a break. */
  const given: { readonly [E in Ending]: Array<number> } = { ends: [], breaks: [] }
  for (const one of resource === "chat" ? [...data, "[DONE]"] : data) {
    text += `${before}data: ${one}`
    given.ends.push(Buffer.byteLength(text))
    given.breaks.push(Buffer.byteLength(text + end) + 1)
    text += end + end
  }
  return { name: `${resource}, ${JSON.stringify(end)}`, resource, events, given, bytes: Buffer.from(text) }
}

const recorded = [
  record("chat", "\n", "event: x\nid: 1\nretry: 10\nx\n"),
  record("responses", "\n", ""),
  record("chat", "\r", ""),
  record("responses", "\r\n", ": ping\r\n\r\n")
]

/** Brings a stream up to a byte, in two parts, from within `send`. */
const wire = () => {
  const plan: { bytes: Uint8Array; ending: Ending } = { bytes: new Uint8Array(), ending: "ends" }
  const layer = Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: false,
    send: (_request, receiver) => {
      const { bytes, ending } = plan
      const middle = (bytes.length * 7919) % (bytes.length + 1)
      receiver.onHead(200, { "content-type": "text/event-stream" })
      receiver.onBytes(bytes.subarray(0, middle))
      receiver.onBytes(bytes.subarray(middle))
      if (ending === "ends") receiver.onEnd()
      else receiver.onError(Object.assign(new Error("reset"), { code: "ECONNRESET" }))
      return { abort: () => undefined, resume: () => undefined }
    }
  })
  return { plan, layer: Client.layer({ baseUrl }).pipe(Layer.provide(layer)) }
}

/** What a loop reads of a stream. */
const loop = async (open: AsyncIterable<unknown>) => {
  const events: Array<unknown> = []
  try {
    for await (const event of open) events.push(event)
  } catch (error) {
    return { events, error }
  }
  return { events, error: undefined }
}

/** After so many bytes each stream is cut. */
const every = runs(7, 1)

it.each(recorded)(
  "a stream that ends or breaks too early is truncated, and gives each whole event first: $name",
  async ({ bytes, events: all, given, resource }) => {
    const { layer, plan } = wire()
    const { chat, close, responses } = Client.promises(layer)
    for (let at = 0; at <= bytes.length; at += every) {
      plan.bytes = bytes.subarray(0, at)
      for (plan.ending of ["ends", "breaks"] as const) {
        const stream = resource === "chat" ? chat.stream(asked) : responses.stream({ input: "?" })
        const { error, events } = await loop(stream)
        const lengths = given[plan.ending]
        const eventsSeen = lengths.slice(0, all.length).filter((length) => length <= at).length
        const where = `${plan.ending} at ${at}`
        // Compared as text: thousands of deep comparisons take seconds.
        assert.strictEqual(JSON.stringify(events), JSON.stringify(all.slice(0, eventsSeen)), where)
        const whole = lengths.at(-1) ?? 0
        if (error === undefined) {
          // At an end the last event may stand for the mark behind it.
          assert.isAtLeast(at, plan.ending === "ends" ? (lengths[all.length - 1] ?? 0) : whole, where)
          continue
        }
        assert.isBelow(at, plan.ending === "ends" ? bytes.length : whole, where)
        const reason = plan.ending === "ends" ? "noEndMark" : "reset"
        assert.deepInclude(error, { _tag: "StreamTruncatedError", eventsSeen, reason }, where)
        assert.strictEqual(Object(error).cause !== undefined, plan.ending === "breaks", where)
      }
    }
    await close()
  }
)

// No stream that lost a byte of its content passes for whole, and none of its good events is lost: streams of each
// resource and style of frames are cut after every byte around the ends of frames, and after some within one.
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

const lengthOf = (text: string) => Buffer.byteLength(text)

const record = (resource: "chat" | "responses", end: string, before: string) => {
  const events = resource === "chat" ? chatEvents(texts) : responsesEvents(texts)
  const data = events.map((event) => JSON.stringify(event))
  let text = ""
  /** For each event the length from which on an end gives it, that of its data; and that which gives it at once. */
  const [ended, closed]: [Array<number>, Array<number>] = [[], []]
  for (const one of resource === "chat" ? [...data, "[DONE]"] : data) {
    text += `${before}data: ${one}`
    ended.push(lengthOf(text))
    // The first sign of the blank line ends it.
    closed.push(lengthOf(text + end) + 1)
    text += end + end
  }
  return {
    name: `${resource}, ${JSON.stringify(end)}`,
    resource,
    events,
    bytes: new TextEncoder().encode(text),
    ended: ended.slice(0, events.length),
    closed: closed.slice(0, events.length),
    /** From this length on it is whole where it breaks. */
    whole: closed.at(-1) ?? 0
  }
}

const recorded = [
  record("chat", "\n", "event: x\nid: 1\nretry: 10\nx\n"),
  record("responses", "\n", ""),
  record("chat", "\r", ""),
  record("responses", "\r\n", ": ping\r\n\r\n")
]

type Ending = "ends" | "breaks"

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

interface Outcome {
  readonly events: ReadonlyArray<unknown>
  readonly error: unknown
}

const judge = (
  stream: (typeof recorded)[number],
  at: number,
  ending: Ending,
  { error, events }: Outcome
): void => {
  const due = (ending === "ends" ? stream.ended : stream.closed).filter((length) => length <= at).length
  const where = `${ending} at ${at}`
  // Compared as text: thousands of deep comparisons take seconds.
  assert.strictEqual(JSON.stringify(events), JSON.stringify(stream.events.slice(0, due)), where)
  if (error === undefined)
    return assert.isAtLeast(at, ending === "ends" ? (stream.ended.at(-1) ?? 0) : stream.whole, where)
  assert.isBelow(at, ending === "ends" ? stream.bytes.length : stream.whole, where)
  assert.deepInclude(
    error,
    { _tag: "StreamTruncatedError", eventsSeen: due, reason: ending === "ends" ? "noEndMark" : "reset" },
    where
  )
}

/** What a loop reads of a stream. */
const loop = async (open: AsyncIterable<unknown>): Promise<Outcome> => {
  const events: Array<unknown> = []
  try {
    for await (const event of open) events.push(event)
  } catch (error) {
    return { events, error }
  }
  return { events, error: undefined }
}

/** After so many bytes each stream is cut, and after every byte that is this near to the end of a frame. */
const every = runs(31, 5)
const near = runs(8, 16)

it.each(recorded)(
  "a stream that ends or breaks too early is truncated, and gives each whole event first: $name",
  async (stream) => {
    const { layer, plan } = wire()
    const { chat, close, responses } = Client.promises(layer)
    for (let at = 0; at <= stream.bytes.length; at++) {
      if (at % every !== 0 && !stream.ended.some((end) => Math.abs(end - at) < near)) continue
      plan.bytes = stream.bytes.subarray(0, at)
      for (plan.ending of ["ends", "breaks"] as const) {
        const isChat = stream.resource === "chat"
        const outcome = await loop(isChat ? chat.stream(asked) : responses.stream({ input: "?" }))
        judge(stream, at, plan.ending, outcome)
      }
    }
    await close()
  }
)

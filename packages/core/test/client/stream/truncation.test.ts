// No stream that lost a byte of its content passes for whole, and none of its good events is lost. Every stream is cut
// at its first and last bytes and at some between, other ones each; with LEADLINE_LONG after every byte. Every other
// cut is read by promises.
import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { Chat } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import { Transport } from "../../../src/client/Transport.ts"
import { Responses } from "../../../src/resources/responses/index.ts"
import { asked } from "../../fixtures/hand.ts"
import { recorded, type Recorded, seeded } from "../../fixtures/recorded.ts"

const isLong = process.env["LEADLINE_LONG"] !== undefined

type Ending = "ends" | "breaks"

const places = ({ bytes }: Recorded, index: number): ReadonlyArray<number> => {
  const random = seeded(index)
  const all = Array.from({ length: bytes.length + 1 }, (_, at) => at)
  return isLong ? all : all.filter((at) => at < 8 || at > bytes.length - 24 || random() < 16 / bytes.length)
}

/** Brings a stream up to a byte, in two parts, from within `send`. */
const wire = () => {
  const plan: { bytes: Uint8Array; ending: Ending } = { bytes: new Uint8Array(), ending: "ends" }
  const random = seeded(1)
  const layer = Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: false,
    send: (_request, receiver) => {
      const { bytes, ending } = plan
      const middle = Math.floor(random() * bytes.length)
      receiver.onHead(200, { "content-type": "text/event-stream" })
      receiver.onBytes(bytes.subarray(0, middle))
      receiver.onBytes(bytes.subarray(middle))
      if (ending === "ends") receiver.onEnd()
      else receiver.onError(Object.assign(new Error("reset"), { code: "ECONNRESET" }))
      return { abort: () => undefined, resume: () => undefined }
    }
  })
  return { plan, layer: Client.layer({ baseUrl: "http://service.test" }).pipe(Layer.provide(layer)) }
}

interface Outcome {
  readonly events: ReadonlyArray<unknown>
  readonly error: unknown
}

const judge = (stream: Recorded, at: number, ending: Ending, { error, events }: Outcome): void => {
  const due = (ending === "ends" ? stream.ended : stream.closed).filter((length) => length <= at).length
  const where = `${stream.name}, ${ending} at ${at}`
  // Compared as text: a hundred thousand deep comparisons take minutes.
  assert.strictEqual(JSON.stringify(events), JSON.stringify(stream.events.slice(0, due)), where)
  if (error === undefined) {
    assert.isAtLeast(at, ending === "ends" ? stream.wholeIfEnded : stream.wholeIfBroken, where)
    return
  }
  assert.isBelow(at, ending === "ends" ? stream.bytes.length : stream.wholeIfBroken, where)
  assert.strictEqual(Reflect.get(Object(error), "_tag"), "StreamTruncatedError", where)
  assert.strictEqual(Reflect.get(Object(error), "eventsSeen"), due, where)
  assert.strictEqual(Reflect.get(Object(error), "reason"), ending === "ends" ? "noEndMark" : "reset", where)
}

/** What an Effect reads of a stream. */
const gather = (opening: Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError>): Promise<Outcome> => {
  const events: Array<unknown> = []
  const read = Effect.flatMap(
    opening,
    Stream.runForEachArray((some) => Effect.sync(() => void events.push(...some)))
  )
  const outcome = (error?: unknown): Outcome => ({ events, error })
  return Effect.runPromise(Effect.match(read, { onFailure: outcome, onSuccess: () => outcome() }))
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

describe("over 100 streams", () => {
  it.each(["ends", "breaks"] as const)(
    "one that %s too early is truncated, and gives every whole event first",
    async (ending) => {
      const { layer, plan } = wire()
      const client = Client.promises(layer)
      const services = ManagedRuntime.make(layer)
      const [chat, responses] = await services.runPromise(Effect.all([Chat, Responses]))
      for (const [index, stream] of recorded.entries()) {
        const isChat = stream.resource === "chat"
        for (const at of places(stream, index)) {
          plan.bytes = stream.bytes.subarray(0, at)
          plan.ending = ending
          const outcome =
            (at + index) % 2 === 0
              ? loop(isChat ? client.chat.stream(asked) : client.responses.stream({ input: "?" }))
              : gather(isChat ? chat.stream(asked) : responses.stream({ input: "?" }))
          judge(stream, at, ending, await outcome)
        }
      }
      await client.close()
      await services.dispose()
    },
    900_000
  )
})

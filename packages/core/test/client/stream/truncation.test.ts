// No stream that lost a byte of its content passes for whole, and none of its good events is lost. Every stream is cut
// at its first and last bytes and at some between, other ones each; with LEADLINE_LONG after every byte.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { Chat } from "../../../src/resources/chat/index.ts"
import * as Client from "../../../src/Client.ts"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import { Transport } from "../../../src/client/Transport.ts"
import { Responses } from "../../../src/resources/responses/index.ts"
import { recorded, type Recorded, seeded } from "../../fixtures/recorded.ts"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
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

const gather = (opening: Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError>) => {
  const events: Array<unknown> = []
  return opening.pipe(
    Effect.flatMap(
      Stream.runForEachArray((some) =>
        Effect.sync(() => {
          events.push(...some)
        })
      )
    ),
    Effect.match({
      onFailure: (error): Outcome => ({ events, error }),
      onSuccess: (): Outcome => ({ events, error: undefined })
    })
  )
}

const cut = (ending: Ending) =>
  Effect.gen(function* () {
    const { layer, plan } = wire()
    const context = yield* Layer.build(layer)
    const [chat, responses] = yield* Effect.provide(Effect.all([Chat, Responses]), context)
    for (const [index, stream] of recorded.entries()) {
      for (const at of places(stream, index)) {
        plan.bytes = stream.bytes.subarray(0, at)
        plan.ending = ending
        const read = stream.resource === "chat" ? chat.stream(asked) : responses.stream({ input: "?" })
        judge(stream, at, ending, yield* Effect.suspend(() => gather(read)))
      }
    }
  }).pipe(Effect.scoped)

describe("over 100 streams", () => {
  it("are recorded, the same in every run", () => {
    assert.strictEqual(recorded.length, 100)
    const hash = createHash("sha256")
    for (const { bytes } of recorded) hash.update(bytes)
    assert.strictEqual(hash.digest("hex").slice(0, 16), "743210041fe89c1a")
  })

  it.live("that end too early are truncated, and give every whole event first", () => cut("ends"), 900_000)

  it.live(
    "that break too early are truncated, and give every whole event first",
    () => cut("breaks"),
    900_000
  )

  it("are truncated for promises too", async () => {
    const { layer, plan } = wire()
    const client = Client.promises(layer)
    for (const [index, stream] of recorded.entries()) {
      for (const at of places(stream, index).slice(isLong ? 0 : -12)) {
        plan.bytes = stream.bytes.subarray(0, at)
        const events: Array<unknown> = []
        let error: unknown
        try {
          const open: AsyncIterable<unknown> =
            stream.resource === "chat" ? client.chat.stream(asked) : client.responses.stream({ input: "?" })
          for await (const event of open) events.push(event)
        } catch (caught) {
          error = caught
        }
        judge(stream, at, "ends", { events, error })
      }
    }
    await client.close()
  }, 900_000)
})

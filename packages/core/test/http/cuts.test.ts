// No stream that lost a byte of its content passes for whole, on either face. Every stream is cut at every byte of its
// end and at each 29th before, each stream at other ones; with LEADLINE_LONG at every byte.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Chat } from "../../src/chat/index.ts"
import * as Client from "../../src/Client.ts"
import type { ApiError } from "../../src/errors/ApiError.ts"
import { Responses } from "../../src/responses/index.ts"
import { recorded, type Recorded } from "../fixtures/streams.ts"
import { clientOver } from "../fixtures/wire.ts"

const headers = { "content-type": "text/event-stream" }
const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const isLong = process.env["LEADLINE_LONG"] !== undefined

const places = ({ bytes }: Recorded, index: number): ReadonlyArray<number> =>
  Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) => isLong || at > bytes.length - 48 || at % 29 === index % 29
  )

const over = (stream: Recorded, index: number, ending: "end" | "breaks") =>
  clientOver(places(stream, index).map((at) => ({ headers, body: stream.bytes.subarray(0, at), ending })))
    .layer

const drain = <A>(open: Effect.Effect<Stream.Stream<A, ApiError>, ApiError>) =>
  Effect.flatMap(open, Stream.runDrain)

interface Cut {
  readonly at: number
  /** Undefined where the stream passes for whole. */
  readonly tag: string | undefined
}

const cuts = Effect.fnUntraced(function* (stream: Recorded, index: number, ending: "end" | "breaks") {
  const context = yield* Layer.build(over(stream, index, ending))
  const open: Effect.Effect<void, ApiError, Chat | Responses> =
    stream.room === "chat"
      ? Chat.use((chat) => drain(chat.stream(asked)))
      : Responses.use((responses) => drain(responses.stream({ input: "?" })))
  const read = Effect.provide(open, context)
  return yield* Effect.forEach(places(stream, index), (at) =>
    Effect.match(read, {
      onFailure: ({ _tag }): Cut => ({ at, tag: _tag }),
      onSuccess: (): Cut => ({ at, tag: undefined })
    })
  )
}, Effect.scoped)

const promised = async (stream: Recorded, index: number): Promise<ReadonlyArray<Cut>> => {
  const client = Client.promises(over(stream, index, "end"))
  const found: Array<Cut> = []
  for (const at of places(stream, index)) {
    try {
      const events: AsyncIterable<unknown> =
        stream.room === "chat" ? client.chat.stream(asked) : client.responses.stream({ input: "?" })
      for await (const event of events) assert.isObject(event)
      found.push({ at, tag: undefined })
    } catch (error) {
      found.push({ at, tag: String(Reflect.get(Object(error), "_tag")) })
    }
  }
  await client.close()
  return found
}

const holds = (found: ReadonlyArray<Cut>, from: number) => {
  for (const { at, tag } of found) {
    if (tag !== undefined) assert.strictEqual(tag, "StreamTruncatedError", `cut at ${at}`)
    else assert.isAtLeast(at, from, "whole")
  }
  assert.isUndefined(found.at(-1)?.tag)
}

describe("over 100 streams", () => {
  it("are recorded", () => {
    assert.isAtLeast(recorded.length, 100)
  })

  it.live(
    "that end within their content are truncated",
    () =>
      Effect.forEach(recorded, (stream, index) =>
        Effect.map(cuts(stream, index, "end"), (found) => holds(found, stream.wholeFrom))
      ),
    600_000
  )

  it.live(
    "that break before their end mark are truncated",
    () =>
      Effect.forEach(
        recorded.filter((_, index) => index % 9 < 2),
        (stream, index) =>
          Effect.map(cuts(stream, index, "breaks"), (found) => {
            const mark = stream.room === "chat" ? stream.bytes.length - 2 : stream.wholeFrom
            holds(found, mark)
          })
      ),
    600_000
  )

  it("are truncated for promises too", async () => {
    for (const [index, stream] of recorded.entries()) {
      if (index % 9 < 2) holds(await promised(stream, index), stream.wholeFrom)
    }
  }, 600_000)
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { UnavailableError } from "../../src/errors/ApiError.ts"
import { frames } from "../../src/http/SseReader.ts"

interface Case {
  readonly id: string
  readonly bytesHex: string
  readonly events: ReadonlyArray<{ readonly event: string; readonly data: string; readonly id: string }>
}

// 26 cases restate web-platform-tests (BSD-3-Clause); the rest are ours.
const { cases }: { readonly cases: ReadonlyArray<Case> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/sse-cases.json"), "utf8")
)

const read = (chunks: ReadonlyArray<Uint8Array>) =>
  Effect.runSync(Stream.runCollect(frames(Stream.fromIterable(chunks), (error: never) => error)))

const text = (...chunks: ReadonlyArray<string>) =>
  read(chunks.map((chunk) => new TextEncoder().encode(chunk)))

const whole = (chunks: ReadonlyArray<Uint8Array>) =>
  read(chunks)
    .filter(({ isCut }) => !isCut)
    .map(({ data, event, id }) => ({ event, data, id }))

describe("cases", () => {
  let runs = 0
  it.each(cases)("$id, whole, byte by byte and at every split", ({ bytesHex, events }) => {
    const bytes = new Uint8Array(Buffer.from(bytesHex, "hex"))
    const splits = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]
    for (let at = 1; at < bytes.length; at++) splits.push([bytes.subarray(0, at), bytes.subarray(at)])
    for (const chunks of splits) {
      runs++
      assert.deepEqual(whole(chunks), events)
    }
  })

  it("there are 55 cases in 6,319 runs", () => {
    assert.strictEqual(cases.length, 55)
    assert.strictEqual(runs, 6_319)
  })
})

describe("the end", () => {
  it.each(["", "data: 1\n\n", "data: 1\r\r", "data: 1\r\n\r\n", "data: 1\n\r\n", ": ping\n\n", "\n\n"])(
    "%j has nothing pending",
    (body) => {
      assert.isFalse(text(body).some(({ isCut }) => isCut))
    }
  )

  it.each([
    ["data: 1", "1"],
    ["data: 1\n", "1"],
    ["data: 1\r\n", "1"],
    ["data: 0\n\ndata: 1", "1"],
    ["data: 1\ndata: 2", "1\n2"],
    ["dat", ""],
    ["event: a\n", ""],
    ["data: 0\n\n: pi", ""]
  ])("%j is cut, with %j pending", (body, data) => {
    const last = text(body).at(-1)
    assert.isTrue(last?.isCut)
    assert.strictEqual(last?.data, data)
  })
})

describe("size", () => {
  const size = 1024 * 1024
  it.each([
    ["in one piece", (body: string) => [body]],
    ["in pieces", (body: string) => body.match(/[^]{1,65536}/g) ?? []]
  ])("an event of 1 MiB passes %s, one more does not", (_name, split) => {
    assert.strictEqual(text(...split(`data: ${"x".repeat(size - 1)}\n\n`))[0]?.data.length, size - 1)
    assert.throws(() => text(...split(`data: ${"x".repeat(size + 1)}\n\n`)), /over 1048576/)
  })

  it("a line without end fails while it comes", () => {
    assert.throws(() => text("x".repeat(size), "x".repeat(size)), /over 1048576/)
  })

  it("events before a large one are given", () => {
    const seen: Array<string> = []
    const body = new TextEncoder().encode(`data: 1\n\ndata: ${"x".repeat(size + 1)}\n\n`)
    const error = Effect.runSync(
      Effect.flip(
        Stream.runForEach(
          frames(Stream.make(body), (cause: never) => cause),
          ({ data }) => Effect.sync(() => seen.push(data))
        )
      )
    )
    assert.deepEqual(seen, ["1"])
    assert.strictEqual(error._tag, "InvalidResponseError")
  })
})

it.effect("a break is told with whether an event was under way", () =>
  Effect.gen(function* () {
    const told: Array<boolean> = []
    for (const body of ["data: 1\n\n", "data: 1\n\ndata: 2"]) {
      const bytes = Stream.concat(Stream.make(new TextEncoder().encode(body)), Stream.fail("broken"))
      yield* Effect.flip(
        Stream.runDrain(
          frames(bytes, (_error, isCut) => {
            told.push(isCut)
            return new UnavailableError({ message: "broken" })
          })
        )
      )
    }
    assert.deepEqual(told, [false, true])
  })
)

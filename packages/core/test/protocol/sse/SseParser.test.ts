// What a parser of server-sent events makes of a text. The cases that begin with "wpt" restate web-platform-tests,
// eventsource/format-*.any.js and event-data.any.js; Copyright web-platform-tests contributors, BSD-3-Clause.
import { assert, describe, it } from "@effect/vitest"
import { type SseEvent, makeSseParser } from "../../../src/protocol/sse/SseParser.ts"

const read = (chunks: ReadonlyArray<Uint8Array>): ReadonlyArray<SseEvent> => {
  const found: Array<SseEvent> = []
  const reader = makeSseParser((frame) => found.push(frame))
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  for (const chunk of chunks) reader.feed(decoder.decode(chunk, { stream: true }))
  reader.feed(decoder.decode())
  const isPending = reader.isPending()
  reader.end()
  assert.strictEqual(
    found.some(({ isTruncated }) => isTruncated),
    isPending && !reader.isTooLarge()
  )
  if (reader.isTooLarge()) found.push(large)
  return found
}

/** Stands for what is too large to be read. */
const large: SseEvent = { event: "", data: "over 1048576", id: "", isTruncated: false }

const text = (...chunks: ReadonlyArray<string>) =>
  read(chunks.map((chunk) => new TextEncoder().encode(chunk)))

/** A name, a text, and its events that are whole, each by its data, or with its name and the last id. */
type Case = readonly [name: string, body: string, ...events: ReadonlyArray<string | Partial<SseEvent>>]

const cases: ReadonlyArray<Case> = [
  ["wpt bom", "\ufeffdata:1\n\n\ufeffdata:2\n\ndata:3\n\n\n", "1", "3"],
  [
    "wpt comments",
    `data:1\r:\0\n:\r\ndata:2\n:${"x".repeat(2048)}\rdata:3\n:data:fail\rdata:4\n\n`,
    "1\n2\n3\n4"
  ],
  ["wpt field data", "data:\n\ndata\ndata\n\ndata:test\n\n\n", "", "\n", "test"],
  ["wpt field event", "event:test\ndata:x\n\ndata:x\n\n\n", { event: "test", data: "x" }, "x"],
  ["wpt id 3 persists", "id: 1\ndata: 1\n\ndata: 2\n\n", { data: "1", id: "1" }, { data: "2", id: "1" }],
  ["wpt id 3 resets 2", "id: 1\ndata: 1\n\nid\ndata:2\n\n", { data: "1", id: "1" }, "2"],
  [
    "wpt field parsing",
    "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
    "\0\n 2\n1\n3\n\n4"
  ],
  ["cr crlf", "data:a\r\r\ndata:b\r\n\r\n", "a", "b"],
  ["unicode line seps", "data:a\u2028b\u2029c\u0085d\u000b\fe\n\n", "a\u2028b\u2029c\u0085d\u000b\fe"],
  ["id nul keeps old", "id:7\ndata:a\n\nid:8\0\ndata:b\n\n", { data: "a", id: "7" }, { data: "b", id: "7" }],
  ["proto field", "__proto__:x\nconstructor:y\ndata:ok\n\n", "ok"]
]

describe("cases", () => {
  for (const [name, body, ...events] of cases)
    it(`${name}, whole, byte by byte and at every split`, () => {
      const bytes = Buffer.from(body)
      const wanted = events.map((one) => ({
        event: "message",
        id: "",
        isTruncated: false,
        ...(typeof one === "string" ? { data: one } : one)
      }))
      const splits = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]
      for (let at = 1; at < bytes.length; at++) splits.push([bytes.subarray(0, at), bytes.subarray(at)])
      for (const chunks of splits) {
        assert.deepEqual(
          read(chunks).filter(({ isTruncated }) => !isTruncated),
          wanted
        )
      }
    })
})

const size = 1024 * 1024
it.each([
  ["in one piece", (body: string) => [body]],
  ["in pieces", (body: string) => body.match(/[^]{1,65536}/g) ?? []]
])("an event of 1 MiB passes %s, one more does not", (_name, split) => {
  const passes = text(...split(`: ping\ndata: ${"x".repeat(size)}\r\nid: 123456789\r\n\r\n`))
  assert.strictEqual(passes[0]?.data.length, size)
  assert.deepEqual(text(...split(`: ping\ndata: ${"x".repeat(size + 1)}\r\n\r\n`)), [large])
  const line = `data: ${"x".repeat(1023)}\n`
  assert.strictEqual(text(...split(`${line.repeat(1024)}\n`))[0]?.data.length, size - 1)
  assert.deepEqual(text(...split(`${line.repeat(1024)}data: x\n\n`)), [large])
})

it("a line of 2 MiB without an end is too large", () => {
  assert.deepEqual(text("x".repeat(size), "x".repeat(size)), [large])
})

it("a long line that comes byte by byte is read once", () => {
  const bytes = new TextEncoder().encode(`data: ${"x".repeat(size / 8)}\n\n`)
  assert.strictEqual(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))[0]?.data.length, size / 8)
})

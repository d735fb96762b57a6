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

const whole = (chunks: ReadonlyArray<Uint8Array>) =>
  read(chunks)
    .filter(({ isTruncated }) => !isTruncated)
    .map(({ data, event, id }) => ({ event, data, id }))

/** The events that are whole, each by its data, or with its name and the last id. */
interface Event {
  readonly event?: string
  readonly data: string
  readonly id?: string
}

/** A name, a text, and its events. */
type Case = readonly [name: string, body: string, ...events: ReadonlyArray<string | Event>]

const cases: ReadonlyArray<Case> = [
  ["wpt bom", "\ufeffdata:1\n\n\ufeffdata:2\n\ndata:3\n\n\n", "1", "3"],
  ["wpt bom 2", "\ufeff\ufeffdata:1\n\ndata:2\n\ndata:3\n\n\n", "2", "3"],
  [
    "wpt comments",
    `data:1\r:\0\n:\r\ndata:2\n:${"x".repeat(2048)}\rdata:3\n:data:fail\r:${"x".repeat(2048)}\ndata:4\n\n`,
    "1\n2\n3\n4"
  ],
  ["wpt data before final empty line", "retry:1000\ndata:test1\n\nid:test\ndata:test2\n", "test1"],
  ["wpt field data", "data:\n\ndata\ndata\n\ndata:test\n\n\n", "", "\n", "test"],
  ["wpt field event empty", "event: \ndata:data\n\n\n", "data"],
  ["wpt field event", "event:test\ndata:x\n\ndata:x\n\n\n", { event: "test", data: "x" }, "x"],
  ["wpt field id", "id: …\nretry: 200\ndata: hello\n\n", { data: "hello", id: "…" }],
  [
    "wpt id 3 persists",
    "id: 1\ndata: 1\n\ndata: 2\n\nid: 2\ndata:3\n\ndata:4\n\n",
    { data: "1", id: "1" },
    { data: "2", id: "1" },
    { data: "3", id: "2" },
    { data: "4", id: "2" }
  ],
  ["wpt id 3 resets 1", "id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n", { data: "1", id: "1" }, "2", "3"],
  ["wpt id 3 resets 2", "id: 1\ndata: 1\n\nid\ndata:2\n\ndata:3\n\n", { data: "1", id: "1" }, "2", "3"],
  ["wpt id null", "id: x\0x\nretry: 200\ndata: hello\n\n", "hello"],
  [
    "wpt field parsing",
    "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
    "\0\n 2\n1\n3\n\n4"
  ],
  ["wpt retry", "retry:03000\ndata:x\n\n\n", "x"],
  [
    "wpt unknown",
    "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n\n",
    "test\n\ntest"
  ],
  ["wpt null character", "data:\0\n\n\n\n\n", "\0"],
  [
    "wpt event data",
    "data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n",
    "msg\nmsg",
    "",
    "end"
  ],
  ["empty stream", ""],
  ["cr only", "data:a\rdata:b\r\rdata:c\r\r", "a\nb", "c"],
  ["cr crlf", "data:a\r\r\ndata:b\r\n\r\n", "a", "b"],
  ["lfcr", "data:a\n\rdata:b\n\r", "a", "b"],
  ["unicode line seps", "data:a\u2028b\u2029c\u0085d\u000b\fe\n\n", "a\u2028b\u2029c\u0085d\u000b\fe"],
  ["id without data", "id:7\n\ndata:x\n\n", { data: "x", id: "7" }],
  ["id nul keeps old", "id:7\ndata:a\n\nid:8\0\ndata:b\n\n", { data: "a", id: "7" }, { data: "b", id: "7" }],
  ["event last wins", "event:a\nevent:b\ndata:x\n\n", { event: "b", data: "x" }],
  ["event reset", "event:ping\n\ndata:x\n\n", "x"],
  ["event nul", "event:a\0b\ndata:x\n\n", { event: "a\0b", data: "x" }],
  ["colon in value", "data:a:b: c\n\n", "a:b: c"],
  ["bom inside", "data:\ufeffx\n\n", "\ufeffx"],
  ["pending at eof", "data:x\n"],
  ["pending line at eof", "data:x"],
  ["eof after cr", "data:x\n\r", "x"],
  ["retry plus", "retry:+5\nretry:-5\nretry:5.0\nretry:5 \nretry:0x5\nretry:\u0665\ndata:x\n\n", "x"],
  ["proto field", "__proto__:x\nconstructor:y\ndata:ok\n\n", "ok"],
  ["comments 100", `${":ping\n\n".repeat(100)}data:x\n\n`, "x"]
]

describe("cases", () => {
  for (const [name, body, ...events] of cases)
    it(`${name}, whole, byte by byte and at every split`, () => {
      const bytes = Buffer.from(body)
      const wanted = events.map((one) => ({
        event: "message",
        id: "",
        ...(typeof one === "string" ? { data: one } : one)
      }))
      const splits = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]
      for (let at = 1; at < bytes.length; at++) splits.push([bytes.subarray(0, at), bytes.subarray(at)])
      for (const chunks of splits) {
        assert.deepEqual(whole(chunks), wanted)
      }
    })
})

it.each<readonly [string, string | undefined]>([
  ["", undefined],
  ["data: 1\n\n", undefined],
  ["data: 1\r\r", undefined],
  ["data: 1\r\n\r\n", undefined],
  ["data: 1\n\r\n", undefined],
  [": ping\n\n", undefined],
  ["\n\n", undefined],
  ["data: 1", "1"],
  ["data: 1\n", "1"],
  ["data: 1\r\n", "1"],
  ["data: 0\n\ndata: 1", "1"],
  ["data: 1\ndata: 2", "1\n2"],
  ["dat", ""],
  ["event: a\n", ""],
  ["data: 0\n\n: pi", ""]
])("at the end of %j is pending: %j", (body, data) => {
  const [last] = text(body).filter(({ isTruncated }) => isTruncated)
  assert.strictEqual(last?.data, data)
})

describe("size", () => {
  const size = 1024 * 1024
  it.each([
    ["in one piece", (body: string) => [body]],
    ["in pieces", (body: string) => body.match(/[^]{1,65536}/g) ?? []]
  ])("an event of 1 MiB passes %s, one more does not", (_name, split) => {
    for (const [field, end] of [
      ["data: ", "\n"],
      ["data:", "\r\n"],
      [": ping\ndata: ", "\n"]
    ] as const) {
      const passes = text(...split(`${field}${"x".repeat(size)}${end}id: 123456789${end}${end}`))
      assert.strictEqual(passes.length, 1)
      assert.strictEqual(passes[0]?.data.length, size)
      assert.deepEqual(text(...split(`${field}${"x".repeat(size + 1)}${end}${end}`)), [large])
    }
    const line = `data: ${"x".repeat(1023)}\n`
    assert.strictEqual(text(...split(`${line.repeat(1024)}\n`))[0]?.data.length, size - 1)
    assert.deepEqual(text(...split(`${line.repeat(1024)}data: x\n\n`)), [large])
  })

  it.each([": ", "x", "id: "])("a line of 2 MiB that begins with %j is too large, whole or cut", (start) => {
    const line = start + "x".repeat(2 * size)
    assert.deepEqual(text(line), [large])
    assert.deepEqual(text(`${line}\n\n`), [large])
    assert.deepEqual(text(line.slice(0, size), line.slice(size)), [large])
  })

  it("events before a large one are given, and nothing behind it", () => {
    const found = text(`data: 1\n\ndata: ${"x".repeat(size + 1)}\n\ndata: 2\n\n`)
    assert.deepEqual(
      found.map(({ data }) => data),
      ["1", "over 1048576"]
    )
  })

  it("a long line that comes byte by byte is read once", () => {
    const bytes = new TextEncoder().encode(`data: ${"x".repeat(size / 8)}\n\n`)
    assert.strictEqual(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))[0]?.data.length, size / 8)
  })
})

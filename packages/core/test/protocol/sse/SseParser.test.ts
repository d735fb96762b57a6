import { assert, describe, it } from "@effect/vitest"
import { type SseEvent, makeSseParser } from "../../../src/protocol/sse/SseParser.ts"
import { sseCases } from "../../fixtures/sseCases.ts"

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

describe("cases", () => {
  const rows = sseCases.map(([name, body, ...events]) => [name, body, events] as const)
  it.each(rows)("%s, whole, byte by byte and at every split", (_, body, events) => {
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

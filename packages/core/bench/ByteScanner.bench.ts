/**
 * Time per byte of the scan, and of the decoding, of a body of 8 MiB that arrives in chunks of 64 KiB.
 * `npx vitest bench --root packages/core`.
 */
import { test } from "vitest"
import { ByteScanner } from "../src/protocol/json/ByteScanner.ts"
import { decodeStrict } from "../src/protocol/utf8.ts"

const size = 8 * 1024 * 1024
const limits = { maxDepth: 64, maxMembers: size }

const filled = (unit: string, before = ""): Uint8Array => {
  const bytes = Buffer.alloc(size, " ")
  const start = bytes.write(before)
  const whole = Buffer.from(unit)
  for (let at = start; at + whole.length <= size; at += whole.length) bytes.set(whole, at)
  return bytes
}

const bodies = {
  "ASCII JSON": filled('{"id":12345,"name":"hello world","tags":["a","b"]},'),
  "base64 in a string": filled("iVBORw0KGgoAAAANSUhEUgAA", '"'),
  brackets: filled("[]"),
  "escaped quotes": filled('\\"', '"'),
  Japanese: filled("日本語", '"')
}

const scanned = (bytes: Uint8Array) => {
  const scan = new ByteScanner(limits)
  for (let at = 0; at < size; at += 65_536) scan.push(bytes.subarray(at, at + 65_536))
  return scan.end()
}

test("time per byte", { timeout: 120_000 }, async ({ bench }) => {
  for (const [name, bytes] of Object.entries(bodies)) {
    for (const [what, run] of [
      ["scan", () => void scanned(bytes)],
      ["decode", () => void decodeStrict(bytes)]
    ] as const) {
      const { latency } = await bench(`${what} ${name}`, run).run({ time: 300 })
      // Latency is in milliseconds.
      console.log(`${what} ${name}: ${((latency.p50 * 1e6) / size).toFixed(2)} ns/byte`)
    }
  }
})

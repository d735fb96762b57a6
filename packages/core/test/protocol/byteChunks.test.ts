import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { concatBytes, makeByteChunks } from "../../src/protocol/byteChunks.ts"
import { decodeChunks } from "../../src/protocol/json/TextReader.ts"
import { runs } from "../fixtures/runs.ts"

const collected = (given: ReadonlyArray<Uint8Array>) => {
  const chunks = makeByteChunks()
  for (const chunk of given) chunks.add(chunk)
  return chunks
}

it("any text comes back of its pieces, wherever it was cut", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "\u00e9", "\ufeff", "\uffff", "\u{1f600}"), minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
      (unit, lengths) => {
        const bytes = Buffer.from(unit.repeat(Math.ceil(200_000 / unit.length)))
        const pieces: Array<Uint8Array> = []
        for (let at = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 0)
          pieces.push(bytes.subarray(at, at + (lengths[pieces.length % lengths.length] ?? 1)))
        const all = collected(pieces).all()
        assert.isAtMost(all.length, 2 + Math.ceil(bytes.length / 16_384) * 2)
        assert.isTrue(Buffer.from(concatBytes(all)).equals(bytes))
        const parts = decodeChunks(all)
        let text = ""
        for (let part = parts.next(); part !== undefined; part = parts.next()) {
          text += part
          assert.strictEqual(parts.bytes(), Buffer.byteLength(text))
        }
        assert.isTrue(text === bytes.toString().replace(/^\ufeff/, ""))
        assert.deepStrictEqual(all, [])
      }
    ),
    { examples: [["\u0800", [1, 1, 16_384, 1]]], numRuns: runs(5, 50) }
  )
})

it("small chunks but the first keep none of the buffer they were read into", () => {
  const buffer = new ArrayBuffer(65_536)
  const chunks = collected(Array.from({ length: 100 }, (_, at) => new Uint8Array(buffer, at, 1)))
  const kept = chunks.all().filter((chunk) => chunk.buffer === buffer)
  assert.lengthOf(kept, 1)
})

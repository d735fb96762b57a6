import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { concatBytes, makeByteChunks } from "../../src/protocol/byteChunks.ts"
import { decodeChunks } from "../../src/protocol/json/TextReader.ts"

it("any text comes back of its pieces, wherever it was cut", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
      (unit, lengths) => {
        const bytes = Buffer.from(unit.toWellFormed().repeat(Math.ceil(200_000 / unit.length)))
        const pieces = makeByteChunks()
        let at = 0
        for (let turn = 0; at < bytes.length; turn++) {
          const length = lengths[turn % lengths.length] ?? 1
          pieces.add(bytes.subarray(at, at + length))
          at += length
        }
        const all = pieces.all()
        assert.isAtMost(all.length, 2 + Math.ceil(bytes.length / 16_384) * 2)
        assert.isTrue(Buffer.from(concatBytes(all)).equals(bytes))
        const wanted = bytes.toString().replace(/^\ufeff/, "")
        const parts = decodeChunks(all)
        let text = ""
        for (let part = parts.next(); part !== undefined; part = parts.next()) {
          text += part
          assert.strictEqual(parts.bytes(), Buffer.byteLength(text))
        }
        assert.isTrue(text === wanted)
        assert.deepStrictEqual(all, [])
      }
    ),
    { examples: [["\u0800", [1, 1, 16_384, 1]]], numRuns: 50 }
  )
})

it("a piece that stays alone is not copied", () => {
  const pieces = makeByteChunks()
  const piece = new Uint8Array([1])
  assert.deepStrictEqual(pieces.all(), [])
  pieces.add(piece)
  assert.strictEqual(concatBytes(pieces.all()), piece)
})

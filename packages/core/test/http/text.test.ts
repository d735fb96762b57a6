import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "fast-check"
import { joined, makePieces } from "../../src/http/pieces.ts"
import { decodePieces, decodeText } from "../../src/http/text.ts"

it.effect("one byte order mark is dropped, a second stays", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff{}")), "{}")
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff\ufeff{}")), "\ufeff{}")
    assert.strictEqual(yield* decodeText(new Uint8Array(0)), "")
  })
)

it.effect("bytes that are no UTF-8 are a defect", () =>
  Effect.gen(function* () {
    for (const bytes of [[0xff], [0x61, 0xe2, 0x82]]) {
      const exit = yield* Effect.exit(decodeText(Uint8Array.from(bytes)))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }
  })
)

it("a view of a larger buffer is decoded, not the buffer", () => {
  assert.strictEqual(Effect.runSync(decodeText(Buffer.from("abcdef").subarray(2, 4))), "cd")
})

it("any text comes back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.strictEqual(Effect.runSync(decodeText(Buffer.from(`a${text}`))), `a${text}`)
    })
  )
})

it.effect("any text comes back of its pieces, wherever it was cut", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        async (unit, lengths) => {
          const bytes = Buffer.from(unit.toWellFormed().repeat(Math.ceil(200_000 / unit.length)))
          const pieces = makePieces()
          let at = 0
          for (let turn = 0; at < bytes.length; turn++) {
            const length = lengths[turn % lengths.length] ?? 1
            pieces.add(bytes.subarray(at, at + length))
            at += length
          }
          const all = pieces.all()
          assert.isAtMost(all.length, 2 + Math.ceil(bytes.length / 16_384) * 2)
          assert.isTrue(Buffer.from(joined(all)).equals(bytes))
          const text = bytes.toString()
          assert.isTrue((await Effect.runPromise(decodePieces(all))) === text.replace(/^\ufeff/, ""))
        }
      ),
      { numRuns: 50 }
    )
  )
)

it("a piece that stays alone is not copied", () => {
  const pieces = makePieces()
  const piece = new Uint8Array([1])
  assert.deepStrictEqual(pieces.all(), [])
  pieces.add(piece)
  assert.strictEqual(joined(pieces.all()), piece)
})

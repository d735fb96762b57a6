import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyCharacter } from "../fixtures/anyCharacter.ts"
import { decodeLenient, decodeStrict } from "../../src/protocol/utf8.ts"

it("any text comes back; one byte order mark is dropped, a second stays", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      for (const decode of [decodeStrict, decodeLenient]) {
        assert.strictEqual(decode(Buffer.from(`\ufeff${text}`)), text)
        assert.strictEqual(decode(Buffer.from(`\ufeff\ufeff${text}`)), `\ufeff${text}`)
      }
    })
  )
})

it("bytes that are not UTF-8 throw, or become U+FFFD", () => {
  for (const bytes of [[0xff], [0x61, 0xe2, 0x82]]) {
    assert.throws(() => decodeStrict(Uint8Array.from(bytes)), TypeError)
    assert.include(decodeLenient(Uint8Array.from(bytes)), "\ufffd")
  }
})

it("a view of a larger buffer is decoded, not the buffer", () => {
  assert.strictEqual(decodeStrict(Buffer.from("abcdef").subarray(2, 4)), "cd")
})

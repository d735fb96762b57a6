// The format of generated keys: alphabet, checksum, and texts that are refused.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as fc from "fast-check"
import { crc32 } from "node:zlib"
import * as KeyFormat from "../../src/keys/format.ts"
import { test } from "../effects.ts"

const made = (label: KeyFormat.KeyLabel) =>
  Effect.map(KeyFormat.make(label), ({ id, key }) => ({ id, text: Redacted.value(key) })).pipe(
    Effect.provide(SecureRandom.layerWebCrypto)
  )

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("")
const base62 = (length: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""))
const keys = fc.tuple(fc.constantFrom("live", "test"), base62(42)).map(([label, text]) => {
  const body = `ll_${label}_${text}`
  return body + KeyFormat.checksum(body)
})

describe("the key format", () => {
  test.each(["live", "test"] as const)(
    "a %s key has the published format and contains its id",
    function* (label) {
      const { id, text } = yield* made(label)
      assert.match(text, new RegExp(`^ll_${label}_[0-9A-Za-z]{48}$`))
      assert.match(`KEY=${text};`, KeyFormat.keyPattern)
      assert.strictEqual(KeyFormat.idOf(text), id)
      assert.strictEqual(text.slice(8, 18), id)
    }
  )

  it("the checksum is CRC-32 in base62", () => {
    assert.strictEqual(KeyFormat.checksum(""), "000000")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        const value = KeyFormat.checksum(text)
          .split("")
          .reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
        assert.strictEqual(value, crc32(text))
      })
    )
  })

  it("any single changed character is refused, by any of the alphabet or another one", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1, maxLength: 1 }), (key, at, any) => {
        for (const other of at < 8 ? [any] : [any, ...alphabet]) {
          const id = KeyFormat.idOf(key.slice(0, at) + other + key.slice(at + 1))
          assert.strictEqual(id === undefined, other !== key.charAt(at))
        }
      }),
      { numRuns: 500 }
    )
  })

  it("a shortened or lengthened key is refused", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1 }), (key, at, more) => {
        assert.isUndefined(KeyFormat.idOf(key.slice(0, at)))
        assert.isUndefined(KeyFormat.idOf(key.slice(at + 1)))
        assert.isUndefined(KeyFormat.idOf(key + more))
        assert.isUndefined(KeyFormat.idOf(more + key))
      })
    )
  })

  it.each([
    ["a", true],
    ["!".repeat(4096), true],
    ["", false],
    ["!".repeat(4097), false],
    ["a b", false],
    ["\u007f", false]
  ] as const)("is any key: %#", (text, wanted) => {
    assert.strictEqual(KeyFormat.isKey(text), wanted)
  })
})

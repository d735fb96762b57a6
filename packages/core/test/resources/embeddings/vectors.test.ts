// Vectors as bytes and base64, there and back, and how close they are. Fewer dimensions are in the conformance cases of packages/lab.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { alphabet, toBase64 } from "../../../src/protocol/base64.ts"
import { fits } from "../../../src/resources/embeddings/base64.ts"
import { fromBase64 } from "../../../src/resources/embeddings/fromBase64.ts"
import { pack } from "../../../src/resources/embeddings/packing.ts"
import { cosine, dot, hamming, toBits, toInt8 } from "../../../src/resources/embeddings/vector.ts"

const put = (text: string, at: number, character: string) =>
  text.slice(0, at) + character + text.slice(at + 1)

describe("base64", () => {
  it("is what every other encoder writes, and comes back", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = toBase64(bytes)
      assert.strictEqual(text, Buffer.from(bytes).toString("base64"))
      assert.deepStrictEqual([...(fromBase64(text) ?? [])], [...bytes])
    })
    fc.assert(property)
  })

  // Sizes whose base64 has two, one and no characters of padding.
  it.each([128, 131, 129])("of %i bytes fits as padded text of the alphabet alone", (size) => {
    const text = Buffer.alloc(size, 0xa7).toString("base64")
    const ends = text.length - (text.match(/=*$/)?.[0].length ?? 0)
    assert.isTrue(fits(text, size, "base64_int8"))
    for (const dimensions of [size * 8 - 7, size * 8]) assert.isTrue(fits(text, dimensions, "base64_binary"))
    for (const dimensions of [size, size * 8 - 8, size * 8 + 1])
      assert.isFalse(fits(text, dimensions, "base64_binary"))
    for (const other of [size - 1, size + 1]) assert.isFalse(fits(text, other, "base64_int8"))
    for (let code = 0; code < 0x180; code++) {
      const character = String.fromCharCode(code)
      for (const at of [0, 5, ends - 2, ends - 1]) {
        const isKnown = alphabet.includes(character)
        assert.strictEqual(fits(put(text, at, character), size, "base64_int8"), isKnown, `${code} at ${at}`)
      }
    }
    for (const wrong of [`    ${text.slice(4)}`, `${text.slice(0, -1)}\n`, `${text.slice(0, ends - 1)}==`])
      assert.isFalse(fits(wrong, size, "base64_int8"), wrong)
  })
})

describe("an int8 embedding", () => {
  it("is 127 times the component, rounded and held, as signed bytes", () => {
    const bytes = pack([1, -1, 0, 0.5, -0.5, 2, -2, 0.003], 8, "base64_int8")
    assert.deepStrictEqual([...toInt8(toBase64(bytes))], [127, -127, 0, 64, -63, 127, -127, 0])
    assert.deepStrictEqual(toInt8("fwGA"), Int8Array.of(127, 1, -128))
    assert.deepStrictEqual(toInt8("/w=="), Int8Array.of(-1))
    assert.deepStrictEqual(toInt8(""), new Int8Array(0))
  })

  it("is refused as a TypeError when it is no padded base64", () => {
    for (const text of ["fw=", "====", "fwGA=", "fw==fwGA", "f-GA", "fwG\n"])
      assert.throws(() => toInt8(text), TypeError, undefined, text)
  })
})

it("a binary embedding has 1 above 0, component d in bit 7 - d % 8 of byte d >> 3, the rest 0", () => {
  const bytes = pack([1, 0, -1, 0.001, 0, 0, 0, 1, 0.5, 9, 9], 9, "base64_binary")
  assert.deepStrictEqual([...toBits(toBase64(bytes))], [0b10010001, 0b10000000])
})

describe("how close vectors are", () => {
  it("has known values, 0 for a vector of zeros", () => {
    assert.strictEqual(dot(Int8Array.of(1, 2, -3), Int8Array.of(4, 5, 6)), -4)
    assert.strictEqual(cosine([3, 4], [4, 3]), 24 / 25)
    assert.strictEqual(cosine(Int8Array.of(-128, 127), Int8Array.of(-128, 127)), 1)
    assert.strictEqual(cosine([0, 0], [1, 2]), 0)
    assert.strictEqual(hamming(Uint8Array.of(0xff, 0x0f), Uint8Array.of(0x00, 0x0e)), 9)
  })

  it("is refused of vectors of different lengths", () => {
    assert.throws(() => dot([1], [1, 2]), RangeError)
    assert.throws(() => cosine([1], [1, 2]), RangeError)
    assert.throws(() => hamming(Uint8Array.of(1), Uint8Array.of()), RangeError)
  })
})

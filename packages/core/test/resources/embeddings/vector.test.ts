// Vectors out of base64, and how close they are.
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { cosine, dot, hamming, toBits, toInt8 } from "../../../src/resources/embeddings/vector.ts"

const base64 = (...bytes: ReadonlyArray<number>) => Buffer.from(bytes).toString("base64")
const pairs = FastCheck.integer({ min: 0, max: 300 }).chain((length) => {
  const one = FastCheck.int8Array({ minLength: length, maxLength: length })
  return FastCheck.tuple(one, one)
})

describe("an int8 embedding", () => {
  it("is signed bytes, in two's complement", () => {
    assert.deepStrictEqual(toInt8("fwGA"), Int8Array.of(127, 1, -128))
    assert.deepStrictEqual(toInt8("/w=="), Int8Array.of(-1))
    assert.deepStrictEqual(toInt8("AP4="), Int8Array.of(0, -2))
    assert.deepStrictEqual(toInt8(""), new Int8Array(0))
  })

  it("is a view of all the memory decoded, without a second copy", () => {
    const vector = toInt8(base64(...Array.from({ length: 1024 }, () => 7)))
    assert.strictEqual(vector.byteOffset, 0)
    assert.strictEqual(vector.buffer.byteLength, 1024)
  })

  it("is refused as a TypeError when it is no padded base64", () => {
    const wrong = [
      "f",
      "fw",
      "fw=",
      "f===",
      "====",
      "fwG",
      "fwGA=",
      "fw==fwGA",
      "f-GA",
      "f_GA",
      "f GA",
      "fwG\n",
      "fwGé",
      "fwG\u{1F600}"
    ]
    for (const text of wrong) assert.throws(() => toInt8(text), TypeError, undefined, text)
  })
})

describe("a binary embedding", () => {
  it("holds component d in bit 7 - d % 8 of byte d >> 3", () => {
    const bits = toBits("gAE=")
    const set = Array.from({ length: 16 }, (_, d) => d).filter(
      (d) => ((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1
    )
    assert.deepStrictEqual(set, [0, 15])
  })

  it("differs by its Hamming distance", () => {
    assert.strictEqual(hamming(Uint8Array.of(0xff, 0x0f), Uint8Array.of(0x00, 0x0e)), 9)
    assert.strictEqual(hamming(Uint8Array.of(), Uint8Array.of()), 0)
  })
})

describe("dot and cosine", () => {
  it("have known values", () => {
    assert.strictEqual(dot(Int8Array.of(1, 2, -3), Int8Array.of(4, 5, 6)), -4)
    assert.strictEqual(cosine([3, 4], [4, 3]), 24 / 25)
    assert.strictEqual(cosine([1, 0], [0, 1]), 0)
    assert.strictEqual(cosine(Int8Array.of(-128, 127), Int8Array.of(-128, 127)), 1)
  })

  it("give 0 for a vector of zeros", () => {
    assert.strictEqual(cosine([0, 0], [1, 2]), 0)
    assert.strictEqual(cosine([], []), 0)
  })

  it("refuse vectors of different lengths", () => {
    assert.throws(() => dot([1], [1, 2]), RangeError)
    assert.throws(() => cosine([1], [1, 2]), RangeError)
    assert.throws(() => hamming(Uint8Array.of(1), Uint8Array.of()), RangeError)
  })
})

describe("of any two vectors", () => {
  it("cosine is symmetric, within -1 and 1, blind to scale, and about 1 with itself", () => {
    FastCheck.assert(
      FastCheck.property(pairs, FastCheck.integer({ min: 1, max: 50 }), ([left, right], scale) => {
        const close = cosine(left, right)
        assert.strictEqual(close, cosine(right, left))
        assert.isAtMost(Math.abs(close), 1)
        assert.closeTo(
          cosine(
            Float64Array.from(left, (value) => value * scale),
            right
          ),
          close,
          1e-12
        )
        if (left.some((value) => value !== 0)) assert.closeTo(cosine(left, left), 1, 1e-12)
      })
    )
  })
})

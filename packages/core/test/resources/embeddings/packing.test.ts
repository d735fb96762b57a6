// How vectors are packed: signed bytes, bits, base64.
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { fromBase64 } from "../../../src/resources/embeddings/fromBase64.ts"
import { pack, toBase64 } from "../../../src/resources/embeddings/packing.ts"

const vector = FastCheck.array(FastCheck.double({ min: -2, max: 2, noNaN: true }), {
  minLength: 1,
  maxLength: 200
})

describe("base64", () => {
  it("is what every other encoder writes, and comes back", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 400 }), (bytes) => {
        const text = toBase64(bytes)
        assert.strictEqual(text, Buffer.from(bytes).toString("base64"))
        assert.deepStrictEqual([...(fromBase64(text) ?? [])], [...bytes])
      })
    )
  })
})

describe("signed bytes", () => {
  it("are 127 times the component, rounded and held", () => {
    const bytes = pack([1, -1, 0, 0.5, -0.5, 2, -2, 0.003], 8, "base64_int8")
    assert.deepStrictEqual([...new Int8Array(bytes.buffer)], [127, -127, 0, 64, -63, 127, -127, 0])
  })

  it("of fewer dimensions are the first ones of more", () => {
    FastCheck.assert(
      FastCheck.property(vector, FastCheck.nat(), (components, cut) => {
        const whole = pack(components, components.length, "base64_int8")
        const few = 1 + (cut % components.length)
        assert.deepStrictEqual([...pack(components, few, "base64_int8")], [...whole.subarray(0, few)])
      })
    )
  })
})

describe("bits", () => {
  it("are 1 above 0, the first component highest, the rest of the last byte 0", () => {
    assert.deepStrictEqual(
      [...pack([1, 0, -1, 0.001, 0, 0, 0, 1, 0.5, 9, 9], 9, "base64_binary")],
      [0b10010001, 0b10000000]
    )
  })

  it("say the sign of every component", () => {
    FastCheck.assert(
      FastCheck.property(vector, (components) => {
        const bits = pack(components, components.length, "base64_binary")
        assert.strictEqual(bits.length, Math.ceil(components.length / 8))
        for (const [d, value] of components.entries()) {
          assert.strictEqual(((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1, value > 0 ? 1 : 0)
        }
      })
    )
  })
})

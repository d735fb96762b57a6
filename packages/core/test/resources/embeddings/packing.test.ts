// How vectors are packed: signed bytes, bits, base64. Fewer dimensions and signs are in the conformance cases of packages/lab.
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { fromBase64 } from "../../../src/resources/embeddings/fromBase64.ts"
import { toBase64 } from "../../../src/protocol/base64.ts"
import { pack } from "../../../src/resources/embeddings/packing.ts"

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
})

describe("bits", () => {
  it("are 1 above 0, the first component highest, the rest of the last byte 0", () => {
    assert.deepStrictEqual(
      [...pack([1, 0, -1, 0.001, 0, 0, 0, 1, 0.5, 9, 9], 9, "base64_binary")],
      [0b10010001, 0b10000000]
    )
  })
})

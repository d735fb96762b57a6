import { assert, describe, it } from "@effect/vitest"
import { chunkedStringify } from "../../../src/protocol/json/chunkedStringify.ts"
import { chunkedStringifyProperties } from "../properties.ts"

chunkedStringifyProperties(5)

describe("JSON in pieces", () => {
  it("has no piece of more than some vectors, wherever they stand", () => {
    const data = Array.from({ length: 4_000 }, (_, index) => ({ index, embedding: "AAAA".repeat(860) }))
    const answer = { object: "list", data: [{ object: "list", index: 0, data }], model: "m" }
    const all = Array.from(chunkedStringify(answer))
    assert.isAbove(all.length, 100)
    assert.isBelow(Math.max(...all.map(({ length }) => length)), 400_000)
    assert.isTrue(all.join("") === JSON.stringify(answer))
  })

  it("has pieces of long strings and names, split between characters", () => {
    for (const text of ["x", '"', "\u0001", "\u20ac", "\u{1f30a}", "a\u{1f30a}", "\udc00", "\ud800"].map(
      (one) => one.repeat(200_000)
    )) {
      const value = { a: [text, { [text]: 1 }], b: undefined, c: [undefined], d: text }
      const all = Array.from(chunkedStringify(value))
      assert.isBelow(Math.max(...all.map(({ length }) => length)), 1_000_000)
      assert.isTrue(all.join("") === JSON.stringify(value))
      for (const piece of all) assert.isTrue(piece.isWellFormed())
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { chunkedStringify, isLargeJson } from "../../../src/protocol/json/chunkedStringify.ts"

const vectors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ object: "embedding", index, embedding: "AAAA".repeat(860) }))

describe("JSON in pieces", () => {
  it("is the text that is written at once, for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2_000), (value, times) => {
        const all = { a: Array.from({ length: times }, () => value), 'é"': { ["__proto__"]: value } }
        assert.strictEqual(Array.from(chunkedStringify(all)).join(""), JSON.stringify(all))
        assert.strictEqual(Array.from(chunkedStringify(value)).join(""), JSON.stringify(value))
      }),
      { numRuns: 50 }
    )
  })

  it("leaves out what JSON.stringify leaves out, and writes what its toJSON gives", () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(undefined, () => 0, Symbol("a"), new Date(0), new Date(NaN), NaN, new Map()),
      fc.constant({ toJSON: (name: string) => `at ${name}` }),
      fc.constant(Object.assign(() => 0, { toJSON: (name: string) => ({ name }) })),
      fc.constant({ toJSON: () => undefined }),
      fc.constant({ toJSON: () => ({ long: "x".repeat(70_000) }) })
    )
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("node"), { maxKeys: 4 })
      )
    }))
    const many = Array.from({ length: 2_000 }, () => 0)
    fc.assert(
      fc.property(node, node, (first, second) => {
        const large = { first, second, many, list: [first, second, { toJSON: () => second, many }] }
        for (const value of [large, { toJSON: () => large, many }])
          assert.strictEqual(Array.from(chunkedStringify(value)).join(""), JSON.stringify(value))
      })
    )
  })

  it("has no piece of more than some vectors, wherever they stand", () => {
    const answer = { object: "list", data: [{ object: "list", index: 0, data: vectors(4_000) }], model: "m" }
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

  it("is for values of many members or long texts alone", () => {
    assert.isFalse(isLargeJson({ data: vectors(10), text: "x".repeat(20_000) }))
    assert.isTrue(isLargeJson({ data: vectors(30) }))
    assert.isTrue(isLargeJson(Array.from({ length: 1_025 }, () => 0)))
    assert.isTrue(isLargeJson({ ["x".repeat(70_000)]: 0 }))
  })
})

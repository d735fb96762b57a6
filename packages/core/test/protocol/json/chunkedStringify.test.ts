import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { chunkedStringify } from "../../../src/protocol/json/chunkedStringify.ts"
import { chunkedJson } from "../../../src/server/response/chunkedJson.ts"
import { ServerResponse } from "../../../src/server/ServerResponse.ts"

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

  it("has no piece of more than some vectors, wherever they stand", () => {
    const answer = { object: "list", data: [{ object: "list", index: 0, data: vectors(4_000) }], model: "m" }
    const all = Array.from(chunkedStringify(answer))
    assert.isAbove(all.length, 100)
    assert.isBelow(Math.max(...all.map(({ length }) => length)), 400_000)
    assert.isTrue(all.join("") === JSON.stringify(answer))
  })

  it("is for large answers alone", () => {
    const answer = { data: vectors(200) }
    assert.strictEqual(chunkedJson(answer), answer)
    assert.isTrue(chunkedJson({ data: vectors(300) }) instanceof ServerResponse)
  })
})

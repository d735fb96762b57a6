// Schemas: what is accepted, as ajv says; what is refused, with the place of what is wrong; multiples.
import { findSchemaProblem, isMultiple, makeValidator } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { checkAgainstAjv } from "./ajv.ts"

describe("a schema", () => {
  it("accepts what ajv accepts, and nothing else", () => checkAgainstAjv(100))

  it("is refused with the place of what is wrong", () => {
    const problems: ReadonlyArray<readonly [Schema.JsonObject, ReadonlyArray<string | number>]> = [
      [{ type: "objekt" }, ["type"]],
      [{ properties: { a: { enum: [] } } }, ["properties", "a", "enum"]],
      [{ properties: { a: { pattern: "(?=x)" } } }, ["properties", "a", "pattern"]],
      [{ anyOf: [{ not: {} }] }, ["anyOf", 0, "not"]],
      [{ $ref: "https://other.example/schema" }, ["$ref"]],
      [{ minItems: 3, maxItems: 2 }, []],
      [{ items: 3 }, ["items"]],
      [{ multipleOf: 0 }, ["multipleOf"]],
      [{ enum: Array.from({ length: 1_001 }, (_, index) => index) }, ["enum"]],
      [{ anyOf: Array.from({ length: 5_000 }, () => ({})) }, ["anyOf", 4_999]]
    ]
    for (const [schema, path] of problems)
      assert.deepEqual(findSchemaProblem(schema)?.path, path, JSON.stringify(schema))
  })
  it("of 5,000 schemas and 1,000 values is read", () => {
    assert.isUndefined(findSchemaProblem({ anyOf: Array.from({ length: 4_999 }, () => ({})) }))
    assert.isUndefined(findSchemaProblem({ enum: Array.from({ length: 1_000 }, (_, index) => index) }))
  })
  it("with names of the prototype is read like any other", () => {
    const schema = { type: "object", properties: { constructor: { type: "string" } }, required: ["toString"] }
    assert.isUndefined(findSchemaProblem(schema))
    assert.isFalse(makeValidator(schema)({}))
    assert.isTrue(makeValidator(schema)({ toString: 1 }))
  })
})

describe("a multiple", () => {
  it.each([
    [1_000_000_001, 2, false],
    [1_000_000_002, 2, true],
    [2 ** 53 - 1, 2, false],
    [2 ** 53 - 1, 1, true],
    [1e21 + 3e5, 1e5, true],
    [123_456_789_012.5, 1, false],
    [0.3, 0.1, true],
    [1.1, 0.01, true],
    [19.99, 0.01, true],
    [19.995, 0.01, false],
    [4_294_967_296.07, 0.01, true],
    [4_294_967_296.075, 0.01, false],
    [1e-7, 1e-8, true],
    [1.5e-7, 1e-7, false],
    [-7, 3.5, true],
    [0, 3, true],
    [5e-324, 1, false],
    [1e308, 1e-308, true],
    [1e308, 7, false]
  ] as const)("%s of %s: %s", (value, of, expected) => assert.strictEqual(isMultiple(value, of), expected))

  it("of whole numbers is what exact arithmetic says", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 40 }), (value, of) => {
        assert.strictEqual(isMultiple(value, of), BigInt(value) % BigInt(of) === 0n)
      })
    )
  })
})

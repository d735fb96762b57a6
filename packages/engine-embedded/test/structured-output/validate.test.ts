// Schemas: what is accepted; what is refused, with the place of what is wrong.
import { findSchemaProblem } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { makeValidator } from "../../src/structured-output/validate.ts"

const read = (json: string): Schema.JsonObject => JSON.parse(json)

describe("a schema", () => {
  it("is refused with the place of what is wrong", () => {
    const problems: ReadonlyArray<readonly [Schema.JsonObject, ReadonlyArray<string | number>]> = [
      [{ type: "objekt" }, ["type"]],
      [{ properties: { a: { enum: [] } } }, ["properties", "a", "enum"]],
      [{ properties: { a: { pattern: "(x" } } }, ["properties", "a", "pattern"]],
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
  it("that a reference finds where no schema is expected is checked, too", () => {
    const wrong: ReadonlyArray<Schema.JsonObject> = [
      { anyOf: 5 },
      { pattern: "(" },
      { not: {} },
      { items: { if: {} } }
    ]
    for (const one of wrong)
      for (const [place, schema] of Object.entries({
        "#/default": { default: one },
        "#/x/y": { x: { y: one } },
        "#/const/0": { const: [one] },
        "#/default/z": { default: { z: one, $ref: "#/x" }, x: {} }
      })) {
        const problem = findSchemaProblem({ ...schema, properties: { a: { $ref: place } } })
        assert.deepEqual(problem?.path.slice(0, 3), ["properties", "a", "$ref"], JSON.stringify(schema))
      }
    assert.isUndefined(findSchemaProblem({ default: { type: "string" }, items: { $ref: "#/default" } }))
  })
  it("has only the keywords that JSON Schema has", () => {
    assert.isTrue(makeValidator(read('{"type":"string","__proto__":{"$ref":"#/nowhere"}}'))("a"))
    assert.isTrue(
      makeValidator(read('{"$ref":"#/$defs/a","__absolute_ref__":"x","$defs":{"a":{"type":"string"}}}'))("a")
    )
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

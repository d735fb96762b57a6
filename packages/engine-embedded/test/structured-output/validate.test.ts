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
      [{ multipleOf: 0 }, ["multipleOf"]]
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
})

describe("a value follows a schema", () => {
  const $defs = { text: { type: "string", nullable: true }, "a/b c": { $ref: "#/$defs/text" } }
  it.each<[Schema.JsonObject, ReadonlyArray<Schema.Json>, ReadonlyArray<Schema.Json>]>([
    [{ type: "string", nullable: true }, ["a", null], [1]],
    [{ enum: ["a"], nullable: true }, ["a", null], ["b"]],
    [{ type: "string", nullable: false }, ["a"], [null]],
    [{ type: "string", format: "date" }, ["2026-02-30", "no date"], [1]],
    [{ $defs, $ref: "#/$defs/text", maxLength: 1 }, ["a", "😀", null], ["ab"]],
    [{ $defs, $ref: "#/$defs/a~1b%20c" }, ["a", null], [1]],
    [{ definitions: $defs, items: { $ref: "#/definitions/text" } }, [["a", null], 1], [["a", 1]]],
    [
      { properties: { next: { $ref: "#" }, nullable: { type: "number" }, format: false } },
      [{ next: { next: {} } }, { nullable: 1 }],
      [{ next: { nullable: "1" } }, { format: 1 }, { nullable: null }]
    ],
    [
      { uniqueItems: true },
      [[{ a: 1, b: 2 }, { a: 1 }]],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 }
        ]
      ]
    ],
    [{ multipleOf: 0.1 }, [0.3, 1.1, 0], [0.35]],
    [{ pattern: "^\\p{Lu}(?=b)" }, ["Äb", 1], ["äb", "Äc"]],
    [{ pattern: String.raw`^[A-Z]{2}\-\d{4}$` }, ["AB-1234"], ["AB_1234"]],
    [{ pattern: String.raw`^[\w-.]+$` }, ["a-b.c"], ["a b"]],
    [{ pattern: String.raw`^[a-z\_\-\.]+\@\#$` }, ["a_-.@#"], ["a`@#"]],
    [{ pattern: String.raw`^[+-\d]+$` }, ["+1", "-1"], [",1"]],
    [{ prefixItems: [true, false], items: false }, [[], [1]], [[1, 2]]]
  ])("%j", (schema, good, bad) => {
    const follows = makeValidator(schema)
    for (const value of good) assert.isTrue(follows(value), JSON.stringify(value))
    for (const value of bad) assert.isFalse(follows(value), JSON.stringify(value))
  })

  it("never, where references go round without end", () =>
    assert.throws(() => makeValidator({ $ref: "#" })(1), RangeError))
})

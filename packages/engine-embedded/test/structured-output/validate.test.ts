// Which values follow a schema.
import type * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { makeValidator } from "../../src/structured-output/validate.ts"

const $defs = { text: { type: "string", nullable: true }, "a/b c": { $ref: "#/$defs/text" } }

it.each<[Schema.JsonObject, ReadonlyArray<Schema.Json>, ReadonlyArray<Schema.Json>]>([
  [{ type: "string", nullable: true }, ["a", null], [1]],
  [{ type: "string", format: "date" }, ["2026-02-30", "no date"], [1]],
  [{ $defs, $ref: "#/$defs/text", maxLength: 1 }, ["a", "😀", null], ["ab"]],
  [{ definitions: $defs, items: { $ref: "#/definitions/text" } }, [["a", null], 1], [["a", 1]]],
  [
    { properties: { next: { $ref: "#" }, nullable: { type: "number" }, format: false } },
    [{ next: { next: {} } }, { nullable: 1 }],
    [{ next: { nullable: "1" } }, { format: 1 }, { nullable: null }]
  ],
  [{ multipleOf: 0.1 }, [0.3, 1.1, 0], [0.35]],
  [{ pattern: "^\\p{Lu}(?=b)" }, ["Äb", 1], ["äb", "Äc"]],
  [{ pattern: String.raw`^[a-z\_\-\.]+\@\#$` }, ["a_-.@#"], ["a`@#"]],
  [{ prefixItems: [true, false], items: false }, [[], [1]], [[1, 2]]],
  // References that go round without end.
  [{ $ref: "#" }, [], [1]],
  // Keywords that JSON Schema does not have.
  [JSON.parse('{"type":"string","__proto__":{"$ref":"#/nowhere"}}'), ["a"], [1]],
  [{ $ref: "#/$defs/text", __absolute_ref__: "x", $defs }, ["a"], [1]]
])("whether values follow %j", (schema, good, bad) => {
  const follows = makeValidator(schema)
  for (const value of good) assert.isTrue(follows(value), JSON.stringify(value))
  for (const value of bad) assert.isFalse(follows(value), JSON.stringify(value))
})

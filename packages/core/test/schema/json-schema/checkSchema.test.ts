// A caller's schema is bounded before anything is done with it.
import { assert, it } from "vitest"
import { findSchemaProblem } from "../../../src/schema/json-schema/checkSchema.ts"
import type { SchemaNode } from "../../../src/schema/json-schema/schemaKeywords.ts"

const list = <A>(length: number, entry: (index: number) => A): Array<A> =>
  Array.from({ length }, (_, index) => entry(index))
const named = <A>(length: number, entry: (index: number) => A): { [name: string]: A } =>
  Object.fromEntries(list(length, (index) => [`p${index}`, entry(index)]))
const letters = (length: number) => "a".repeat(length)
const messageOf = (schema: SchemaNode) => findSchemaProblem(schema)?.message

/** A schema of a size. */
type Sized = (size: number) => SchemaNode

const sizes: { readonly [what: string]: readonly [schemaOf: Sized, most: number, message: string] } = {
  "characters of a pattern": [(size) => ({ pattern: letters(size) }), 1_000, "1000 characters"],
  "characters of all titles and descriptions": [
    (size) => ({ title: letters(40_000), items: { description: letters(size - 40_000) } }),
    65_536,
    "65536 characters"
  ],
  "classes by property in all patterns": [
    (size) => ({ pattern: "\\p{L}".repeat(100), items: { pattern: "\\P{Lu}".repeat(size - 100) } }),
    128,
    "128 classes"
  ],
  "characters in all, names among them": [(size) => ({ default: letters(size - 7) }), 262_144, "262144"],
  "values in all": [(size) => ({ default: list(size - 2, () => 0) }), 20_000, "20000 values"],
  "values of a const": [(size) => ({ const: list(size - 1, () => 0) }), 1_000, "1000 values"],
  "entries of an enum": [(size) => ({ enum: list(size, String) }), 1_000, "1 to 1000 entries"],
  subschemas: [(size) => ({ anyOf: list(size - 1, () => ({})) }), 5_000, "5000 schemas"]
}

it.each(Object.entries(sizes))(
  "%s: the most is accepted, one beyond refused",
  (_, [schemaOf, most, message]) => {
    assert.isUndefined(messageOf(schemaOf(most)))
    assert.include(messageOf(schemaOf(most + 1)), message)
  }
)

it("names of properties may be said to be texts, as zod says of each record, and nothing more", () => {
  assert.isUndefined(messageOf({ propertyNames: { type: "string" } }))
  assert.include(messageOf({ propertyNames: { enum: ["a"] } }), "Unsupported")
})

it("half a character is refused in names and texts, of which no JSON pointer can be made", () => {
  const half = "a\ud800"
  for (const schema of [{ properties: { [half]: {} } }, { required: [half] }, { const: [{ [half]: 1 }] }])
    assert.include(messageOf(schema), "lone surrogate")
  assert.isUndefined(messageOf({ properties: { "\u{1f600}": {} }, required: ["\u{1f600}"] }))
})

it("references count as what they name: two to the next of forty are too complex", () => {
  const next = named(40, (index) => ({ allOf: list(2, () => ({ $ref: `#/$defs/p${index + 1}` })) }))
  const schema = { $defs: { ...next, p40: {} }, $ref: "#/$defs/p0" }
  assert.match(messageOf(schema) ?? "", /^The schema is too complex/)
})

it("a schema may refer to itself, and many times to a small one", () => {
  const $defs = { a: { type: "string" } }
  assert.isUndefined(messageOf({ properties: named(200, () => ({ $ref: "#" })) }))
  assert.isUndefined(messageOf({ $defs, properties: named(1_000, () => ({ $ref: "#/$defs/a" })) }))
})

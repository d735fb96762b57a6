// Our validator agrees with ajv on generated schemas and values.
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { findSchemaProblem } from "@leadline/core/internal"
import { isMultiple, makeValidator } from "@leadline/core/internal"

const ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true, ownProperties: true })

/** As it comes from the wire: objects have a prototype, and there is no -0. */
const asJson = <A extends Schema.Json>(value: A): A => JSON.parse(JSON.stringify(value)) as A

// Not `__proto__`, which ajv passes over, nor `toString`, which it calls.
const names = ["a", "b", "name", "hasOwnProperty", "ä/~"]
const scalar = fc.oneof(
  fc.constantFrom<Schema.Json>(
    null,
    true,
    false,
    0,
    -0,
    1,
    2,
    1.5,
    2 ** 53,
    1e15,
    -3,
    "",
    "a",
    "ab",
    "😀",
    "\u{1F600}x"
  ),
  fc.integer({ min: -20, max: 20 }),
  // From 1e21 on, ajv takes whole numbers for broken ones, and next to 0 broken ones for whole.
  fc.double({ noNaN: true, min: -1e15, max: 1e15 }).filter((number) => Math.abs(number) > 1e-6),
  fc.string({ maxLength: 6 })
)
const { value: anyValue } = fc.letrec<{ value: Schema.Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4 })
  )
}))

const size = fc.nat(4)
const bound = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(0.5, -0.1))
const keywords = (schema: fc.Arbitrary<Schema.Json>) => {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 3 })
  return fc.record(
    {
      type: fc.oneof(
        fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null"),
        fc.uniqueArray(fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null"), {
          minLength: 1,
          maxLength: 3
        })
      ),
      enum: fc.uniqueArray(anyValue, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
      const: anyValue,
      minLength: size,
      maxLength: size,
      pattern: fc.constantFrom(
        "^a",
        "b$",
        "^[a-z]{1,2}$",
        "\\d",
        "^.$",
        "[^a]",
        "^(a|bc)*$",
        "\\s",
        "^\\w+$"
      ),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.constantFrom(1, 2, 3, 0.5, 7),
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      items: schema,
      prefixItems: list,
      properties: map,
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      additionalProperties: schema,
      minProperties: size,
      maxProperties: size,
      allOf: list,
      anyOf: list,
      oneOf: list,
      $ref: fc.constantFrom("#/$defs/one", "#/$defs/two", "#/$defs/a~1b~0c")
    },
    { requiredKeys: [] }
  )
}
/** Schemas with few keywords: with many, no value fits any. */
const few = (schema: fc.Arbitrary<Schema.Json>) =>
  fc
    .tuple(keywords(schema), fc.uniqueArray(fc.nat(25), { minLength: 1, maxLength: 4 }))
    .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter((_, index) => kept.includes(index))))
const leaf = few(fc.boolean())
const branch = few(fc.oneof(fc.boolean(), leaf))
const anySchema = fc.tuple(few(fc.oneof(fc.boolean(), leaf, branch)), leaf, leaf).map(([root, one, two]) => {
  // A definition refers to no other: ajv would not end.
  const { $ref: _one, ...first } = one
  const { $ref: _two, ...second } = two
  return { ...root, $defs: { one: first, two: second, "a/b~c": { type: ["string", "number"] } } }
})

/** Compiling a schema for ajv takes milliseconds: `npm test -- --long` tries more. */
const numRuns = process.env["LONG_TESTS"] === undefined ? 400 : 2_000

describe("a schema", () => {
  it("accepts what ajv accepts, and nothing else", { timeout: 120_000 }, () => {
    let accepted = 0
    let compared = 0
    fc.assert(
      fc.property(
        anySchema.map(asJson),
        fc.array(anyValue.map(asJson), { minLength: 8, maxLength: 8 }),
        (schema, values) => {
          if (findSchemaProblem(schema) !== undefined) return
          const theirs = ajv.compile(schema)
          const ours = makeValidator(schema)
          for (const value of values) {
            const fits = theirs(value)
            compared++
            if (fits) accepted++
            assert.strictEqual(ours(value), fits, JSON.stringify([schema, value]))
          }
          ajv.removeSchema()
        }
      ),
      { numRuns, seed: 18 }
    )
    // Both kinds of values are met often.
    assert.isAbove(compared, 4 * numRuns)
    assert.isAbove(accepted, compared / 8)
    assert.isBelow(accepted, (7 * compared) / 8)
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

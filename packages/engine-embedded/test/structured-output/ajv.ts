// Generated schemas and values: the validator accepts what ajv accepts.
import { Ajv2020 } from "ajv/dist/2020.js"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { findSchemaProblem, makeValidator } from "@leadline/core/internal"
import { assert } from "vitest"

const ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true, ownProperties: true })

/** As it comes from the wire: objects have a prototype, and there is no -0. */
const asJson = <A extends Schema.Json>(value: A): A => JSON.parse(JSON.stringify(value)) as A

// Not `__proto__`, which ajv passes over, nor `toString`, which it calls.
const names = ["a", "b", "name", "hasOwnProperty", "ä/~"]
const scalars = [null, true, false, 0, -0, 1, 2, 1.5, 2 ** 53, 1e15, -3, "", "a", "ab", "😀", "\u{1F600}x"]
const scalar = fc.oneof(
  fc.constantFrom<Schema.Json>(...scalars),
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
const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null")
const patterns = ["^a", "b$", "^[a-z]{1,2}$", "\\d", "^.$", "[^a]", "^(a|bc)*$", "\\s", "^\\w+$"]
const bound = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(0.5, -0.1))
const keywords = (schema: fc.Arbitrary<Schema.Json>) => {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 3 })
  return fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(anyValue, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
      const: anyValue,
      minLength: size,
      maxLength: size,
      pattern: fc.constantFrom(...patterns),
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

/** Checks so many schemas with eight values each; to compile a schema takes ajv milliseconds. */
export const checkAgainstAjv = (numRuns: number): void => {
  let [accepted, compared] = [0, 0]
  const values = fc.array(anyValue.map(asJson), { minLength: 8, maxLength: 8 })
  const property = fc.property(anySchema.map(asJson), values, (schema, given) => {
    if (findSchemaProblem(schema) !== undefined) return
    const theirs = ajv.compile(schema)
    const ours = makeValidator(schema)
    for (const value of given) {
      const fits = theirs(value)
      compared++
      if (fits) accepted++
      assert.strictEqual(ours(value), fits, JSON.stringify([schema, value]))
    }
    ajv.removeSchema()
  })
  fc.assert(property, { numRuns, seed: 18 })
  // Both kinds of values are met often.
  assert.isAbove(compared, 4 * numRuns)
  assert.isAbove(accepted, compared / 8)
  assert.isBelow(accepted, (7 * compared) / 8)
}

// Values for schemas: taken from the text where possible, and always valid.
import { findSchemaProblem } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { assert, describe } from "vitest"
import { makeValidator } from "../../src/structured-output/validate.ts"
import { test } from "../support/engines.ts"
import { servedRequest } from "../support/notices.ts"
import { answer } from "./support.ts"

const lighthouse =
  "The lighthouse of Petit Minou was built in 1848. Its light reaches 19 nautical miles. The keeper is Anne Le Goff. " +
  "Write to light@minou.example before 2026-12-24. The shop sells maps, ropes, lamps and books. It is open on Sunday."

const filled = (schema: Schema.JsonObject) => answer(schema, lighthouse)

const refusal = "No value satisfies the schema."

const closed = (properties: Schema.JsonObject) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false
})

/** Every schema refers twice to the next: 2^20 in all. */
const doubling = {
  $ref: "#/$defs/a0",
  $defs: Object.fromEntries(
    Array.from({ length: 21 }, (_, step) => [
      `a${step}`,
      step === 20
        ? { type: "string" }
        : { allOf: [{ $ref: `#/$defs/a${step + 1}` }, { $ref: `#/$defs/a${step + 1}` }] }
    ])
  )
}

/** A schema that refers to itself in `child`. */
const recursive = (child: Schema.JsonObject, required: ReadonlyArray<string>) => ({
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      required: ["keeper", ...required],
      properties: { keeper: { type: "string" }, child }
    }
  }
})
const reference = { $ref: "#/$defs/node" }
const keeper = "Anne Le Goff"

const propertyNames = fc.constantFrom("name", "year", "keeper", "is_open", "items", "__proto__")
/** Arbitrary schemas of the kinds that the engine supports. */
const { schema: anySchema } = fc.letrec<{ schema: Schema.JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Schema.JsonObject>(
      { type: "string", minLength: 3, maxLength: 9 },
      { type: "string", pattern: "^[a-z]+$" },
      { type: "integer", minimum: -5, maximum: 3000 },
      { enum: ["red", 3, null] },
      { type: "boolean" },
      { type: "null" }
    ),
    fc.record({
      type: fc.constant("array"),
      items: tie("schema"),
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 2, max: 4 })
    }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.dictionary(propertyNames, tie("schema"), { maxKeys: 4 }).map(closed)
  )
}))

describe("a value", () => {
  test.each([
    [{ reach: { type: "number", description: "nautical miles the light reaches" } }, { reach: 19 }],
    [
      { goods: { type: "array", items: { type: "string" }, description: "what the shop sells" } },
      { goods: ["maps", "ropes", "lamps", "books"] }
    ],
    [{ day: { enum: ["Monday", "Sunday"], description: "On which day is it open?" } }, { day: "Sunday" }],
    [{ maps: { type: "boolean", description: "Does the shop sell maps?" } }, { maps: true }],
    [{ level: { const: 3 } }, { level: 3 }],
    // The one address is not that of bills, too.
    [
      { billing_email: { type: "string" }, email: { type: "string" } },
      { billing_email: "", email: "light@minou.example" }
    ]
  ])("comes out of the text: %j is %j", function* ([properties, expected]) {
    assert.deepEqual(yield* filled(closed(properties)), expected)
  })

  test.each<[text: string, item: Schema.JsonObject, Schema.Json]>([
    ["Dates: 3 May 2027, 10 May 2027.", { type: "string", format: "date" }, ["2027-05-03", "2027-05-10"]],
    ["Times: 13:10, 14:20.", { type: "string", format: "time" }, ["13:10", "14:20"]],
    ["Numbers: three, four.", { type: "integer" }, [3, 4]]
  ])("has the items of a list as their schema asks for them: %s", function* ([text, items, expected]) {
    const list = { type: "array", items }
    const name = text.slice(0, text.indexOf(":")).toLowerCase()
    assert.deepEqual(yield* answer(closed({ [name]: list }), text), { [name]: expected })
  })

  test("of a boolean named answer is the answer to the question", function* () {
    for (const [text, expected] of [
      ["The jackets are lent for free. Are the jackets lent?", true],
      ["The jackets are not lent. Are the jackets lent?", false]
    ] as const)
      assert.deepEqual(yield* answer(closed({ answer: { type: "boolean" } }), text), { answer: expected })
  })

  test("is null, or left out, where the text has nothing", function* () {
    const got = yield* filled({
      type: "object",
      required: ["phone"],
      properties: {
        phone: { type: ["string", "null"], pattern: "^\\+\\d{6,}$" },
        iban: { type: "string", pattern: "^[A-Z]{2}\\d{20}$" }
      }
    })
    assert.deepEqual(got, { phone: null })
  })

  test.each<[Schema.JsonObject, Schema.Json]>([
    [{ type: "number", exclusiveMinimum: 2, multipleOf: 0.5 }, 2.5],
    [{ type: "string", pattern: "^(?:[A-Z]{2}|x)-[^a-z]\\.\\d+z?$", minLength: 6 }, "AA-0.0"],
    [{ type: "string", format: "date-time" }, "1970-01-01T00:00:00Z"],
    [{ enum: ["red", "unknown"] }, "unknown"],
    [{ type: "object" }, {}],
    [{ type: ["string", "null"], pattern: "^a{40}$" }, null],
    [{ type: "array", items: { type: "string" }, minItems: 2 }, ["", ""]],
    [{ type: "array", items: { type: "string" }, minItems: 3, uniqueItems: true }, ["", "-", "--"]],
    [{ type: "array", items: { type: "integer", minimum: 4 }, minItems: 2, uniqueItems: true }, [4, 5]],
    [{ type: "array", items: { enum: ["red", "blue"] }, minItems: 2, uniqueItems: true }, ["red", "blue"]],
    [{ type: "object", properties: { phone: { type: "string" } }, required: ["phone"] }, { phone: "" }]
  ])("is the emptiest one, with a notice, where nothing is found: %j is %j", function* ([node, expected]) {
    const { notices, provide } = servedRequest()
    assert.deepEqual(yield* provide(filled(closed({ "phone/fax": node }))), { "phone/fax": expected })
    assert.match(notices() ?? "", /^not-found=\/phone~1fax(?:\/phone)?$/)
  })

  test.each([
    [recursive(reference, []), { keeper }],
    [recursive({ allOf: [{ allOf: [reference] }] }, []), { keeper }],
    [recursive({ anyOf: [reference, { type: "null" }] }, ["child"]), { keeper, child: null }]
  ])("ends a recursion where nothing new is found: %#", function* ([schema, expected]) {
    assert.deepEqual(yield* filled(schema), expected)
  })

  test.each<[string, Schema.JsonObject]>([
    ["an endless reference", { $ref: "#" }],
    ["bounds without a number between", { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }],
    ["references that double 20 times", doubling]
  ])("that cannot be is a failure: %s", function* ([, schema]) {
    assert.strictEqual(yield* filled(schema), refusal)
  })

  test("fits its schema, whatever that is", function* () {
    let made = 0
    for (const schema of fc.sample(anySchema, { numRuns: 60, seed: 7 })) {
      assert.isUndefined(findSchemaProblem(schema))
      const got = yield* filled(schema)
      if (got === refusal) continue
      made++
      assert.isTrue(makeValidator(schema)(got), JSON.stringify(schema))
    }
    assert.isAbove(made, 20)
  })
})

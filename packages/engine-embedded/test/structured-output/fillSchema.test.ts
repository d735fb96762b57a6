// Values for schemas: taken from the text where possible, and always valid.
import { findSchemaProblem } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { assert } from "vitest"
import { makeValidator } from "../../src/structured-output/validate.ts"
import { servedRequest, test } from "../support/engines.ts"
import { answer, lighthouse } from "./support.ts"

const filled = (schema: Schema.JsonObject) => answer(schema, lighthouse)

const refusal = "No value satisfies the schema."

const text = { type: "string" }
const closed = (properties: Schema.JsonObject) => {
  const required = Object.keys(properties)
  return { type: "object", properties, required, additionalProperties: false }
}

/** Every schema refers twice to the next: 2^20 in all. */
const twice = (name: string) => ({ allOf: [{ $ref: name }, { $ref: name }] })
const steps = Array.from({ length: 20 }, (_, at) => [`a${at}`, twice(`#/$defs/a${at + 1}`)] as const)
const doubling = { $ref: "#/$defs/a0", $defs: { ...Object.fromEntries(steps), a20: text } }

const reference = { $ref: "#/$defs/node" }
/** A schema that refers to itself in `child`. */
const recursive = (child: Schema.JsonObject, ...more: ReadonlyArray<string>) => {
  const node = { type: "object", required: ["keeper", ...more], properties: { keeper: text, child } }
  return { ...reference, $defs: { node } }
}
const keeper = "Anne Le Goff"
const contact = closed({ email: text })
const nested = { keeper, contact: { email: "light@minou.example" } }
const phone = { type: ["string", "null"] }

const propertyNames = fc.constantFrom("name", "year", "keeper", "is_open", "items", "__proto__")
const maxItems = fc.integer({ min: 2, max: 4 })
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
    fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(2), maxItems }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.dictionary(propertyNames, tie("schema"), { maxKeys: 4 }).map(closed)
  )
}))

test.each<[Schema.JsonObject, Schema.Json]>([
  [{ type: "number", exclusiveMinimum: 2, multipleOf: 0.5 }, 2.5],
  [{ type: "string", pattern: "^(?:[A-Z]{2}|x)-[^a-z]\\.\\d+z?$", minLength: 6 }, "AA-0.0"],
  [{ type: "string", format: "date-time" }, "1970-01-01T00:00:00Z"],
  [{ enum: ["red", "unknown"] }, "unknown"],
  [{ type: "object" }, {}],
  [{ type: ["string", "null"], pattern: "^a{40}$" }, null],
  [{ type: "array", items: text, minItems: 2 }, ["", ""]],
  [{ type: "array", items: text, minItems: 3, uniqueItems: true }, ["", "-", "--"]],
  [{ type: "array", items: { type: "integer", minimum: 4 }, minItems: 2, uniqueItems: true }, [4, 5]],
  [{ type: "array", items: { enum: ["red", "blue"] }, minItems: 2, uniqueItems: true }, ["red", "blue"]],
  [{ type: "object", properties: { phone: text }, required: ["phone"] }, { phone: "" }]
])("without one in the text, a value is the emptiest, with a notice: %j is %j", function* ([node, expected]) {
  const { notices, provide } = servedRequest()
  assert.deepEqual(yield* provide(filled(closed({ "phone/fax": node }))), { "phone/fax": expected })
  assert.match(notices() ?? "", /^not-found=\/phone~1fax(?:\/phone)?$/)
})

test.each<readonly [Schema.JsonObject, Schema.Json]>([
  // What the text names once is not the value of two properties.
  [closed({ billing_email: text, email: text }), { billing_email: "", email: "light@minou.example" }],
  [closed({ level: { const: 3 } }), { level: 3 }],
  // What the text has not is null, or left out.
  [{ type: "object", required: ["phone"], properties: { phone, iban: text } }, { phone: null }],
  [{ ...closed({ keeper: text, contact: { $ref: "#/$defs/contact" } }), $defs: { contact } }, nested],
  // A recursion ends where nothing new is found.
  [recursive(reference), { keeper }],
  [recursive({ allOf: [{ allOf: [reference] }] }), { keeper }],
  [recursive({ anyOf: [reference, { type: "null" }] }, "child"), { keeper, child: null }],
  // A value that cannot be is a failure.
  [{ $ref: "#" }, refusal],
  [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, refusal],
  [doubling, refusal]
])("the value of schema %# is as the text and the schema want it", function* ([schema, expected]) {
  assert.deepEqual(yield* filled(schema), expected)
})

test("a value fits its schema, whatever that is", function* () {
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

// Arbitrary schemas for property tests.
import type * as Schema from "effect/Schema"
import * as fc from "fast-check"

/** Arbitrary schemas of the kinds that the engine supports. */
export const { schema: anySchema } = fc.letrec<{ schema: Schema.JsonObject; object: Schema.JsonObject }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.record({
        type: fc.constant("string"),
        minLength: fc.nat(5),
        maxLength: fc.integer({ min: 5, max: 40 })
      }),
      fc.record({
        type: fc.constant("string"),
        pattern: fc.constantFrom("^[a-z]+$", "\\d{2}", "^x{1,3}y?$")
      }),
      fc.record({
        type: fc.constantFrom("integer", "number"),
        minimum: fc.integer({ min: -50, max: 0 }),
        maximum: fc.integer({ min: 1, max: 3000 })
      }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom("red", "green", 3, true, null), { minLength: 1 }) }),
      fc.record({ type: fc.constantFrom("boolean", "null") }),
      fc.record({
        type: fc.constant("array"),
        items: tie("schema"),
        minItems: fc.nat(2),
        maxItems: fc.integer({ min: 2, max: 4 })
      }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
      tie("object")
    ),
    object: fc
      .dictionary(fc.constantFrom("name", "year", "keeper", "is_open", "items", "__proto__"), tie("schema"), {
        maxKeys: 4
      })
      .map((properties) => ({
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false
      }))
  })
)

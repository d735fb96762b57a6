// What checks of numbers and lengths say in JSON Schema. What they refuse, and how, is in the wire cases of packages/lab.
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { ofLength, within } from "../../src/schema/checks.ts"

it.each([
  ["a number", Schema.Finite.check(within({ min: 0, max: 2 })), { minimum: 0, maximum: 2 }],
  [
    "a list",
    Schema.Array(Schema.String).check(ofLength({ min: 1, max: 2 }, "models")),
    { minItems: 1, maxItems: 2 }
  ],
  [
    "a text, of which a character may be two units",
    Schema.String.check(ofLength({ min: 3, max: 4 }, "characters")),
    { minLength: 2, maxLength: 4 }
  ]
])("%s has its bounds in JSON Schema", (_, schema, bounds) => {
  assert.deepInclude<object>(Schema.toJsonSchemaDocument(schema).schema, bounds)
})

// Checks of numbers, lengths and patterns: bounds, codes and what JSON Schema says.
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { matching, notEmpty, ofLength, within } from "../../src/schema/checks.ts"
import { makeChecker } from "../../src/service/validate.ts"
import { InvalidRequestError } from "../../src/errors/ApiError.ts"

const issueOf = (schema: Schema.Codec<unknown, unknown>, value: unknown) => {
  const found = makeChecker(schema, "closed")(value)
  return found instanceof InvalidRequestError ? found.issues?.[0] : undefined
}

const jsonSchema = (schema: Schema.Top) => Schema.toJsonSchemaDocument(schema).schema

const range = Schema.Finite.check(within({ min: 0, max: 2 }))
const models = Schema.Array(Schema.String).check(ofLength({ min: 1, max: 2 }, "models"))

const least = Schema.Finite.check(within({ min: 1 }, "a whole number"))
const most = Schema.Finite.check(within({ max: 1 }))
const short = Schema.String.check(ofLength({ max: 1 }, "characters"))
const name = Schema.String.check(notEmpty("a name"))
const letter = Schema.String.check(matching(/^[a-z]$/, "a letter"))

describe("checks", () => {
  it("accept a bound", () => {
    for (const value of [0, 2]) assert.isUndefined(issueOf(range, value))
    for (const value of [["a"], ["a", "b"]]) assert.isUndefined(issueOf(models, value))
    assert.isUndefined(issueOf(name, "a"))
  })

  it.each<readonly [Schema.Codec<unknown, unknown>, unknown, object]>([
    [range, -0.1, { message: "Expected a number from 0 to 2", code: "value_error" }],
    [range, 2.1, { message: "Expected a number from 0 to 2", code: "value_error" }],
    [models, [], { message: "Expected 1 to 2 models", code: "value_error" }],
    [models, ["a", "b", "c"], { message: "Expected 1 to 2 models", code: "value_error" }],
    [name, "", { message: "Expected a name", code: "too_short" }],
    [least, 0, { message: "Expected a whole number of at least 1", code: "greater_than_equal" }],
    [most, 2, { message: "Expected at most 1", code: "less_than_equal" }],
    [short, "ab", { message: "Expected at most 1 characters", code: "too_long" }],
    [letter, "1", { message: "Expected a letter", code: "string_pattern_mismatch" }]
  ])("refuse the next value, and name the bound in message and code: %# %j %j", (schema, value, wanted) => {
    assert.deepInclude(issueOf(schema, value), wanted)
  })

  it("say their bounds in JSON Schema, where characters may be two units", () => {
    const text = Schema.String.check(ofLength({ min: 3, max: 4 }, "characters"))
    assert.deepInclude(jsonSchema(range), { minimum: 0, maximum: 2 })
    assert.deepInclude(jsonSchema(models), { minItems: 1, maxItems: 2 })
    assert.deepInclude(jsonSchema(text), { minLength: 2, maxLength: 4 })
  })
})

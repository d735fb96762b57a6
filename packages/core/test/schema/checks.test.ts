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

describe("checks", () => {
  it("accept a bound and refuse the next value", () => {
    for (const value of [0, 2]) assert.isUndefined(issueOf(range, value))
    for (const value of [-0.1, 2.1]) assert.strictEqual(issueOf(range, value)?.code, "value_error")
    for (const value of [["a"], ["a", "b"]]) assert.isUndefined(issueOf(models, value))
    for (const value of [[], ["a", "b", "c"]]) assert.strictEqual(issueOf(models, value)?.code, "value_error")
    assert.strictEqual(issueOf(Schema.String.check(notEmpty("a name")), "")?.code, "too_short")
    assert.isUndefined(issueOf(Schema.String.check(notEmpty("a name")), "a"))
  })

  it("name the bound in message and code", () => {
    const least = Schema.Finite.check(within({ min: 1 }, "a whole number"))
    const most = Schema.Finite.check(within({ max: 1 }))
    assert.deepInclude(issueOf(least, 0), {
      message: "Expected a whole number of at least 1",
      code: "greater_than_equal"
    })
    assert.deepInclude(issueOf(most, 2), {
      message: "Expected at most 1",
      code: "less_than_equal"
    })
    assert.deepInclude(issueOf(range, 3), { message: "Expected a number from 0 to 2" })
    assert.deepInclude(issueOf(models, []), { message: "Expected 1 to 2 models" })
    assert.deepInclude(issueOf(Schema.String.check(ofLength({ max: 1 }, "characters")), "ab"), {
      message: "Expected at most 1 characters",
      code: "too_long"
    })
    assert.deepInclude(issueOf(Schema.String.check(matching(/^[a-z]$/, "a letter")), "1"), {
      message: "Expected a letter",
      code: "string_pattern_mismatch"
    })
  })

  it("say their bounds in JSON Schema, where characters may be two units", () => {
    assert.deepInclude(jsonSchema(range), { minimum: 0, maximum: 2 })
    assert.deepInclude(jsonSchema(models), { minItems: 1, maxItems: 2 })
    assert.deepInclude(jsonSchema(Schema.String.check(ofLength({ min: 3, max: 4 }, "characters"))), {
      minLength: 2,
      maxLength: 4
    })
  })
})

// What a check found, in messages and in 422 bodies. Places, words and codes of each are in the wire cases of packages/lab.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../src/errors/ApiError.ts"
import * as wire from "../../src/errors/wireErrors.ts"

const check = (schema: Schema.Codec<unknown>, value: unknown) =>
  Effect.map(
    Effect.flip(Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(value)),
    (error) => ApiError.invalidRequest(error)
  )

it.effect("a 422 body stops at 20 failures", () => {
  const extra = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
  return check(Schema.Struct({ limit: Schema.optionalKey(Schema.Int) }), extra).pipe(
    Effect.flatMap(Schema.encodeEffect(wire.validationDetail)),
    Effect.map(({ detail }) => assert.lengthOf(detail, 20))
  )
})

describe("a message", () => {
  const Named = Schema.Struct({ z: Schema.optionalKey(Schema.String) })

  it.effect("writes paths as a programmer would", () => {
    const schema = Schema.Struct({ "a b": Schema.Array(Schema.Struct({ c: Schema.String })) })
    return Effect.map(check(schema, { "a b": [{ c: 1 }] }), ({ message }) =>
      assert.strictEqual(message, '["a b"][0].c: expected string')
    )
  })

  it.effect("names three failures and counts the rest", () =>
    Effect.map(check(Named, { a: 1, b: 1, c: 1, d: 1, e: 1 }), ({ issues = [], message }) => {
      assert.strictEqual(message, "a: unknown field; b: unknown field; c: unknown field; and 2 more")
      assert.lengthOf(issues, 5)
    })
  )

  it.effect("cuts a name that is too long", () =>
    Effect.map(check(Named, { ["x".repeat(1000)]: 1 }), ({ message }) => assert.isBelow(message.length, 100))
  )
})

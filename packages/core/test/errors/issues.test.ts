// What a check found, in messages and in 422 bodies. Places, words and codes of each are in the wire cases of packages/lab.
import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ApiError from "../../src/errors/ApiError.ts"
import * as wire from "../../src/errors/wireErrors.ts"

const Named = Schema.Struct({ "a b": Schema.optionalKey(Schema.Array(Schema.Struct({ c: Schema.String }))) })

const refusal = (value: unknown) =>
  Result.match(Schema.decodeUnknownResult(Named, { errors: "all", onExcessProperty: "error" })(value), {
    onSuccess: () => assert.fail("it fits"),
    onFailure: (error) => ApiError.invalidRequest(error)
  })

it("a message writes paths as a programmer would, and cuts a name that is too long", () => {
  assert.strictEqual(refusal({ "a b": [{ c: 1 }] }).message, '["a b"][0].c: expected string')
  assert.isBelow(refusal({ ["x".repeat(1000)]: 1 }).message.length, 100)
})

it("a message names three failures and counts the rest, a 422 body stops at 20", () => {
  const error = refusal(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1])))
  assert.strictEqual(error.message, "x0: unknown field; x1: unknown field; x2: unknown field; and 27 more")
  assert.lengthOf(error.issues ?? [], 30)
  assert.lengthOf(Schema.encodeSync(wire.validationDetail)(error).detail, 20)
})

// Failures: one closed union, which survives JSON, and what messages say of a wrong request.
import * as ApiError from "../../src/errors/ApiError.ts"
import { assert, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ApiError as union } from "../../src/errors/jsonErrors.ts"
import * as Result from "effect/Result"
import * as wire from "../../src/errors/wireErrors.ts"

it("isApiError holds for an error of another copy of the package, and for nothing else", () => {
  assert.isTrue(ApiError.isApiError(Object.assign(new Error("x"), { _tag: "InvalidRequestError" })))
  for (const value of [undefined, null, "x", new Error("x"), { _tag: "ConflictError" }])
    assert.isFalse(ApiError.isApiError(value))
})

const decode = Schema.decodeUnknownSync(union)
const encode = Schema.encodeSync(union)

const made = Arbitrary.schema(Schema.toEncoded(union))

it.effect("a failure survives JSON: class, fields and what follows from them", () =>
  Effect.map(
    Arbitrary.checkEffect(made, (value) =>
      Effect.sync(() => {
        const failure = decode(value)
        assert.isTrue(ApiError.isApiError(failure))
        assert.isTrue(failure instanceof Error)
        assert.strictEqual(failure._tag, value._tag)
        assert.strictEqual(failure.message, value.message)
        const json = JSON.stringify(encode(failure))
        const again = decode(JSON.parse(json))
        assert.strictEqual(JSON.stringify(encode(again)), json)
        assert.strictEqual(again.isRetryable, failure.isRetryable)
        return true
      })
    ),
    (result) => assert.isUndefined(Arbitrary.formatCheckFailure(result))
  )
)

it("a cause and a stack stay in the process", () => {
  const failure = decode({ _tag: "ConnectionError", message: "It broke.", reason: "reset" })
  Object.defineProperty(failure, "cause", { value: new Error("secret-cause") })
  assert.deepEqual(Object.keys(encode(failure)).toSorted(), ["_tag", "message", "reason"])
})

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

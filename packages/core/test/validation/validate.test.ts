// Which requests are checked: all but the one that its fiber knows to be valid.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ValidRequest, validateRequest } from "../../src/validation/validate.ts"
import { test } from "../fixtures/effects.ts"

const method = validateRequest(Schema.Struct({ text: Schema.String }))(({ text }) =>
  Effect.succeed<unknown>(text)
)

const outcome = (request: unknown) =>
  Effect.match(method(request), { onSuccess: (text) => text, onFailure: ({ _tag }) => _tag })

test("a request is checked, also one that is undefined", function* () {
  assert.strictEqual(yield* outcome({ text: "a" }), "a")
  for (const wrong of [{ text: 1 }, undefined, null, Number.NaN]) {
    assert.strictEqual(yield* outcome(wrong), "InvalidRequestError")
  }
})

test("the request that is known to be valid is not checked again, an equal one is", function* () {
  const known = { text: 1 }
  const among = (request: unknown) => Effect.provideService(outcome(request), ValidRequest, known)
  assert.strictEqual(yield* among(known), 1)
  assert.strictEqual(yield* among({ ...known }), "InvalidRequestError")
  assert.strictEqual(yield* outcome(known), "InvalidRequestError")
})

test("a request that is no object is told what it needs", function* () {
  for (const wrong of ["a", 1, undefined]) {
    const error = yield* Effect.flip(method(wrong))
    assert.strictEqual(error.message, "request: expected an object with text")
  }
  const optional = validateRequest(Schema.Struct({ text: Schema.optionalKey(Schema.String) }))(
    () => Effect.void
  )
  const { message } = yield* Effect.flip(optional("a"))
  assert.strictEqual(message, "request: expected an object")
})

// Which requests are checked: all but the one that its fiber knows to be valid; and notices of their answers.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ValidRequest, validateRequest } from "../../src/validation/validate.ts"
import { test } from "../fixtures/effects.ts"

const method = validateRequest(Schema.Struct({ text: Schema.String }))(({ text }) =>
  Effect.succeed<unknown>(text)
)

/** The answer to a request, or what is said of it. */
const outcome = (request: unknown) =>
  Effect.match(method(request), { onSuccess: (text) => text, onFailure: ({ message }) => message })

test("the request that is known to be valid is not checked again, an equal one is", function* () {
  const known = { text: 1 }
  const among = (request: unknown) => Effect.provideService(outcome(request), ValidRequest, known)
  assert.strictEqual(yield* among(known), 1)
  assert.strictEqual(yield* among({ ...known }), "text: expected string")
  assert.strictEqual(yield* outcome(known), "text: expected string")
})

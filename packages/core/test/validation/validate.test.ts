// Which requests are checked: all but the one that its fiber knows to be valid; and notices of their answers.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { addNotice, noticeHeader } from "../../src/validation/notice.ts"
import { CurrentRequest } from "../../src/validation/ServedRequest.ts"
import { ValidRequest, validateRequest } from "../../src/validation/validate.ts"
import { test } from "../fixtures/effects.ts"

const method = validateRequest(Schema.Struct({ text: Schema.String }))(({ text }) =>
  Effect.succeed<unknown>(text)
)

/** The answer to a request, or what is said of it. */
const outcome = (request: unknown) =>
  Effect.match(method(request), { onSuccess: (text) => text, onFailure: ({ message }) => message })

test("a request is checked, also one that is no object", function* () {
  assert.strictEqual(yield* outcome({ text: "a" }), "a")
  assert.strictEqual(yield* outcome({ text: 1 }), "text: expected string")
  assert.strictEqual(yield* outcome(null), "expected object")
  for (const wrong of ["a", 1, undefined])
    assert.strictEqual(yield* outcome(wrong), "request: expected an object with text")
})

test("the request that is known to be valid is not checked again, an equal one is", function* () {
  const known = { text: 1 }
  const among = (request: unknown) => Effect.provideService(outcome(request), ValidRequest, known)
  assert.strictEqual(yield* among(known), 1)
  assert.strictEqual(yield* among({ ...known }), "text: expected string")
  assert.strictEqual(yield* outcome(known), "text: expected string")
})

test("several notices of one answer stand beside each other, each once", function* () {
  const headers: { [name: string]: string } = {}
  const request = CurrentRequest.of({
    id: "r",
    remoteAddress: undefined,
    addHeaders: (add) => void Object.assign(headers, add(headers)),
    engine: undefined,
    attempts: 0
  })
  for (const notice of ["images-ignored", "options-in-rounds", "images-ignored"] as const)
    yield* Effect.provideService(addNotice(notice), CurrentRequest, request)
  assert.deepStrictEqual(headers, { [noticeHeader]: "images-ignored, options-in-rounds" })
})

import { assert, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isApiError, tags } from "../../src/errors/ApiError.ts"
import * as Failures from "../../src/errors/jsonErrors.ts"

const { ApiError, instanceSchema: _of, ...classes } = Failures

const decode = Schema.decodeUnknownSync(ApiError)
const encode = Schema.encodeSync(ApiError)

it("every class has its schema", () => {
  assert.deepEqual(Object.keys(classes).toSorted(), Array.from(tags).toSorted())
})

const made = Arbitrary.schema(Schema.toEncoded(ApiError))

it.effect("a failure survives JSON: class, fields and what follows from them", () =>
  Effect.map(
    Arbitrary.checkEffect(made, (value) =>
      Effect.sync(() => {
        const failure = decode(value)
        assert.isTrue(isApiError(failure))
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

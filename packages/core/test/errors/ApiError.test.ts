// Failures: one closed union, messages that name places and never values.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../src/errors/ApiError.ts"

const check = (schema: Schema.Codec<unknown>, value: unknown) =>
  Effect.map(
    Effect.flip(Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(value)),
    ApiError.invalidRequest
  )

describe("a message", () => {
  it.effect("writes paths as a programmer would", () =>
    Effect.gen(function* () {
      const schema = Schema.Struct({ "a b": Schema.Array(Schema.Struct({ c: Schema.String })) })
      const error = yield* check(schema, { "a b": [{ c: 1 }] })
      assert.strictEqual(error.message, '["a b"][0].c: expected string')
    })
  )

  it.effect("names three failures and counts the rest", () =>
    Effect.gen(function* () {
      const error = yield* check(Schema.Struct({ z: Schema.optionalKey(Schema.String) }), {
        a: 1,
        b: 1,
        c: 1,
        d: 1,
        e: 1
      })
      assert.strictEqual(error.message, "a: unknown field; b: unknown field; c: unknown field; and 2 more")
      assert.lengthOf(error.issues ?? [], 5)
    })
  )

  it.effect("cuts a name that is too long", () =>
    Effect.gen(function* () {
      const error = yield* check(Schema.Struct({ z: Schema.optionalKey(Schema.String) }), {
        ["x".repeat(1000)]: 1
      })
      assert.isBelow(error.message.length, 100)
    })
  )
})

describe("isApiError", () => {
  it("holds for every class, also from another copy of the package", () => {
    class InvalidRequestError extends Error {
      readonly _tag = "InvalidRequestError"
    }
    assert.isTrue(ApiError.isApiError(new ApiError.ConflictError({ message: "x" })))
    assert.isTrue(ApiError.isApiError(new InvalidRequestError()))
  })

  it("fails for everything else", () => {
    for (const value of [undefined, null, "x", new Error("x"), { _tag: "ConflictError" }]) {
      assert.isFalse(ApiError.isApiError(value))
    }
  })
})

describe("isRetryable", () => {
  it("follows the consequence", () => {
    const { ConnectionError, DeadlineExceededError, InternalServerError, RateLimitError } = ApiError
    const message = "x"
    assert.isTrue(new RateLimitError({ message }).isRetryable)
    assert.isTrue(new InternalServerError({ message, status: 500 }).isRetryable)
    assert.isFalse(new InternalServerError({ message, status: 501 }).isRetryable)
    assert.isTrue(new ConnectionError({ message, reason: "reset" }).isRetryable)
    assert.isFalse(new ConnectionError({ message, reason: "certificate" }).isRetryable)
    assert.isTrue(new DeadlineExceededError({ message, phase: "service" }).isRetryable)
    assert.isTrue(new DeadlineExceededError({ message, phase: "connect", sent: false }).isRetryable)
    assert.isFalse(new DeadlineExceededError({ message, phase: "body", sent: true }).isRetryable)
  })

  it("is in the JSON of every class", () => {
    const all = Object.values(ApiError).filter(
      (one): one is typeof ApiError.ConflictError =>
        typeof one === "function" && one.prototype instanceof Error
    )
    assert.lengthOf(all, ApiError.tags.size)
    for (const Class of all) {
      const error = new Class({ message: "x" })
      assert.deepInclude(JSON.parse(JSON.stringify(error)), { message: "x", isRetryable: error.isRetryable })
    }
  })
})

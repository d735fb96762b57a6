// Failures: one closed union.
import { assert, describe, it } from "vitest"
import * as ApiError from "../../src/errors/ApiError.ts"

class InvalidRequestError extends Error {
  readonly _tag = "InvalidRequestError"
}

it("isApiError holds for every class, also from another copy of the package, and for nothing else", () => {
  assert.isTrue(ApiError.isApiError(new ApiError.ConflictError({ message: "x" })))
  assert.isTrue(ApiError.isApiError(new InvalidRequestError()))
  for (const value of [undefined, null, "x", new Error("x"), { _tag: "ConflictError" }]) {
    assert.isFalse(ApiError.isApiError(value))
  }
})

describe("isRetryable", () => {
  const { ConnectionError, DeadlineExceededError, InternalServerError, RateLimitError } = ApiError
  const message = "x"
  it.each([
    [new InternalServerError({ message, status: 500 }), true],
    [new InternalServerError({ message, status: 501 }), false],
    [new ConnectionError({ message, reason: "certificate" }), false],
    [new DeadlineExceededError({ message, phase: "connect", sent: false }), true]
  ])("of %o is %s", (error, isRetryable) => {
    assert.strictEqual(error.isRetryable, isRetryable)
  })
})

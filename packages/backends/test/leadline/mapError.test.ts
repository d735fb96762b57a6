// The error a caller gets for an upstream error: the right class, and none of the upstream text.
import * as ApiError from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { mapError } from "../../src/leadline/mapError.ts"

const message = "postgres://root@10.0.0.7 refuses sk-upstream-key"
const stateless = { isStored: false }

const mapped = (error: ApiError.ApiError, traits = stateless) => mapError(error, traits, () => false)

describe("an upstream error", () => {
  it.each([
    ["a refused API key", new ApiError.AuthenticationError({ message, status: 401 })],
    ["a missing permission", new ApiError.PermissionDeniedError({ message, status: 403 })],
    ["a missing path", new ApiError.NotFoundError({ message, status: 404 })],
    ["a conflict without a stored object", new ApiError.ConflictError({ message, status: 409 })],
    ["a missing credit", new ApiError.InvalidRequestError({ message, status: 402 })]
  ] as const)("%s is a bad gateway", (_name, error) => {
    const failure = mapped(error)
    assert.deepStrictEqual(
      [failure._tag, failure.message],
      ["ConnectionError", "The model service could not be used."]
    )
  })

  it("about a stored object keeps its class but not its message", () => {
    const failures = [
      mapped(new ApiError.NotFoundError({ message, status: 404 }), { isStored: true }),
      mapped(new ApiError.ConflictError({ message, status: 409 }), { isStored: true })
    ]
    assert.deepStrictEqual(
      failures.map((error) => [error._tag, error.message.includes("postgres")]),
      [
        ["NotFoundError", false],
        ["ConflictError", false]
      ]
    )
  })

  it("about the request keeps type, param and issue paths but not its message", () => {
    const error = mapped(
      new ApiError.InvalidRequestError({
        message,
        status: 422,
        type: "invalid_request",
        param: "tools[0].name",
        issues: [{ path: ["messages", 0, "role"], message }]
      })
    )
    if (error._tag !== "InvalidRequestError") return assert.fail(error._tag)
    assert.deepStrictEqual(
      [error.message, error.type, error.param, error.issues],
      [
        "messages[0].role: refused by the model service",
        "invalid_request",
        "tools[0].name",
        [{ path: ["messages", 0, "role"], message: "Refused by the model service" }]
      ]
    )
  })

  it("about the request loses unknown types and field names", () => {
    const error = mapped(
      new ApiError.InvalidRequestError({
        message,
        status: 400,
        type: message,
        param: message,
        issues: [{ path: [message], message }]
      })
    )
    assert.notInclude(JSON.stringify(error), "postgres")
    assert.notProperty(error, "type")
  })

  it("asks the caller to wait a minute at most", () => {
    const errors = [
      mapped(new ApiError.RateLimitError({ message, retryAfter: 999_999_000 })),
      mapped(new ApiError.UnavailableError({ message, retryAfter: 7_000 })),
      mapped(new ApiError.UnavailableError({ message }))
    ]
    assert.deepStrictEqual(
      errors.map((error) => ("retryAfter" in error ? error.retryAfter : undefined)),
      [60_000, 7_000, undefined]
    )
  })

  it("raised before anything was sent stays as it is", () => {
    const error = new ApiError.InvalidRequestError({ message: "model: unknown", phase: "request" })
    assert.strictEqual(mapped(error), error)
  })
})

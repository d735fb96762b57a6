// What a caller hears of a failure upstream: its consequence, and not one word of the other server.
import * as ApiError from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { outward } from "../src/mapError.ts"

const message = "postgres://root@10.0.0.7 refuses sk-upstream-key"
const elsewhere = { isKept: false }

const told = (error: ApiError.ApiError, stored = elsewhere) => outward(error, stored)

describe("a failure upstream", () => {
  it.each([
    ["a refused key", new ApiError.AuthenticationError({ message, status: 401 })],
    ["a missing right", new ApiError.PermissionDeniedError({ message, status: 403 })],
    ["a missing path", new ApiError.NotFoundError({ message, status: 404 })],
    ["a conflict over nothing", new ApiError.ConflictError({ message, status: 409 })],
    ["a missing credit", new ApiError.InvalidRequestError({ message, status: 402 })]
  ] as const)("%s is a bad gateway", (_name, error) => {
    const failure = told(error)
    assert.deepStrictEqual(
      [failure._tag, failure.message],
      ["ConnectionError", "The model service could not be used."]
    )
  })

  it("of a stored thing keeps its class, in other words", () => {
    const failures = [
      told(new ApiError.NotFoundError({ message, status: 404 }), { isKept: true }),
      told(new ApiError.ConflictError({ message, status: 409 }), { isKept: true })
    ]
    assert.deepStrictEqual(
      failures.map((error) => [error._tag, error.message.includes("postgres")]),
      [
        ["NotFoundError", false],
        ["ConflictError", false]
      ]
    )
  })

  it("about a request keeps type, field and places, in other words", () => {
    const error = told(
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

  it("about a request keeps neither a type nor a place of its own making", () => {
    const error = told(
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

  it("asks to wait a minute at most", () => {
    const errors = [
      told(new ApiError.RateLimitError({ message, retryAfter: 999_999_000 })),
      told(new ApiError.UnavailableError({ message, retryAfter: 7_000 })),
      told(new ApiError.UnavailableError({ message }))
    ]
    assert.deepStrictEqual(
      errors.map((error) => ("retryAfter" in error ? error.retryAfter : undefined)),
      [60_000, 7_000, undefined]
    )
  })

  it("that is our own, before anything was sent, stays as it is", () => {
    const error = new ApiError.InvalidRequestError({ message: "model: unknown", phase: "request" })
    assert.strictEqual(told(error), error)
  })
})

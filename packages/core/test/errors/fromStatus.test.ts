// The failure of an error response, and of an error event, whatever JSON a server puts in it.
import { assert, describe, it } from "vitest"
import { fromStatus } from "../../src/errors/fromStatus.ts"
import { fromStreamEvent } from "../../src/errors/fromStreamEvent.ts"

const nothing = { redact: (words: string) => words, retryAfter: undefined, rateLimit: undefined }
const from = (status: number, body: unknown = "") =>
  fromStatus(status, typeof body === "string" ? body : JSON.stringify(body), nothing)

const tags: { readonly [tag: string]: ReadonlyArray<number> } = {
  InvalidRequestError: [400, 402, 408, 422, 424, 425],
  AuthenticationError: [401],
  PermissionDeniedError: [403],
  NotFoundError: [404, 405],
  ConnectionError: [407, 502],
  ConflictError: [409],
  PayloadTooLargeError: [413],
  RateLimitError: [429],
  InternalServerError: [500, 501, 599],
  UnavailableError: [503],
  DeadlineExceededError: [504],
  InvalidResponseError: [600, 101]
}

it.each(Object.entries(tags))(
  "the status decides that it is a %s, whatever the body says: %j",
  (tag, statuses) => {
    const named = { error: { message: "no", type: "invalid_api_key", code: 401 } }
    for (const status of statuses)
      for (const body of ["", "<html>504</html>", named])
        assert.deepInclude<object>(from(status, body), { _tag: tag, status })
  }
)

describe("the body adds words", () => {
  it("of an error object, and the issues of a validation body, without the place they are in", () => {
    const error = { message: "unknown field", type: "invalid_request", param: null }
    assert.deepInclude(from(400, { error: { ...error, code: 400 } }), error)
    const loc = ["body", "messages", 0, "role"]
    assert.deepInclude(from(422, { detail: [{ loc, msg: "Expected user", type: "literal_error" }] }), {
      message: "messages[0].role: expected user",
      issues: [{ path: ["messages", 0, "role"], message: "Expected user" }]
    })
  })

  it.each(["<html>secret</html>", `{"error":"text"}`, "[".repeat(60_000)])(
    "HTML and JSON of another shape say nothing: %#",
    (body) => {
      assert.strictEqual(from(503, body).message, "The service is temporarily unavailable.")
    }
  )

  it("but never to a 401", () => {
    assert.notInclude(from(401, { error: { message: "bad key sk-1", type: "x" } }).message, "sk-1")
  })

  it("that are long or broken are cut and cleaned", () => {
    const { message } = from(400, { error: { message: `a\r\n\u0000b${"x".repeat(5_000)}`, type: "t" } })
    assert.isAtMost(message.length, 1_000)
    assert.isTrue(message.startsWith("a b"))
  })
})

const textless = { toString: 1, valueOf: 1 }

it.each<readonly [string, object, string]>([
  ["a number", { code: 404 }, "NotFoundError"],
  ["a type", { code: null, type: "rate_limit_error" }, "RateLimitError"],
  ["objects without a text", { code: textless, status: textless, type: textless }, "InternalServerError"]
])("an error event has the class of its code: %s", (_, error, tag) => {
  const event = { error: { message: "No.", ...error } }
  assert.strictEqual(fromStreamEvent(event, (message) => message)?._tag, tag)
})

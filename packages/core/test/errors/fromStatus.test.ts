import { assert, describe, it } from "@effect/vitest"
import { fromStatus } from "../../src/errors/fromStatus.ts"

const nothing = { redact: (words: string) => words, retryAfter: undefined, rateLimit: undefined }
const from = (status: number, body = "") => fromStatus(status, body, nothing)

describe("the status decides the class", () => {
  const rows: ReadonlyArray<readonly [number, string]> = [
    [400, "InvalidRequestError"],
    [401, "AuthenticationError"],
    [402, "InvalidRequestError"],
    [403, "PermissionDeniedError"],
    [404, "NotFoundError"],
    [405, "NotFoundError"],
    [407, "ConnectionError"],
    [408, "InvalidRequestError"],
    [409, "ConflictError"],
    [413, "PayloadTooLargeError"],
    [422, "InvalidRequestError"],
    [424, "InvalidRequestError"],
    [425, "InvalidRequestError"],
    [429, "RateLimitError"],
    [500, "InternalServerError"],
    [501, "InternalServerError"],
    [502, "ConnectionError"],
    [503, "UnavailableError"],
    [504, "DeadlineExceededError"],
    [599, "InternalServerError"],
    [600, "InvalidResponseError"],
    [101, "InvalidResponseError"]
  ]
  it.each(rows)("%s is %s, whatever the body says", (status, tag) => {
    for (const body of [
      "",
      "<html>504</html>",
      `{"error":{"message":"no","type":"invalid_api_key","code":401}}`
    ]) {
      const error = from(status, body)
      assert.strictEqual(error._tag, tag)
      assert.strictEqual(error.status, status)
      assert.isAbove(error.message.length, 0)
    }
  })
})

it("407 comes from a proxy: nothing reached the service", () => {
  assert.deepInclude(from(407), { reason: "proxy", phase: "connect", sent: false, isRetryable: false })
})

describe("the body adds words", () => {
  it("an error object gives message, type and param", () => {
    const error = from(
      400,
      `{"error":{"message":"unknown field","type":"invalid_request","code":400,"param":"top_k"}}`
    )
    assert.deepInclude(error, { message: "unknown field", type: "invalid_request", param: "top_k" })
  })
  it("a param may be null", () => {
    assert.deepInclude(from(400, `{"error":{"message":"m","type":"t","code":null,"param":null}}`), {
      param: null
    })
  })
  it("a validation body gives issues, without the place they are in", () => {
    const error = from(
      422,
      `{"detail":[{"loc":["body","messages",0,"role"],"msg":"Expected user","type":"literal_error"}]}`
    )
    assert.deepInclude(error, {
      message: "messages[0].role: expected user",
      issues: [{ path: ["messages", 0, "role"], message: "Expected user" }]
    })
  })
  it("HTML, nothing, and JSON of another shape say nothing", () => {
    for (const body of [
      "<html>secret</html>",
      "",
      "null",
      "[1]",
      `{"error":"text"}`,
      `{"detail":"text"}`,
      "[".repeat(60_000)
    ]) {
      assert.strictEqual(from(503, body).message, "The service is temporarily unavailable.")
    }
  })
  it("a 401 never repeats the server's words", () => {
    assert.notInclude(from(401, `{"error":{"message":"bad key sk-1","type":"x"}}`).message, "sk-1")
  })
  it("long and broken words are cut and cleaned", () => {
    const { message } = from(
      400,
      JSON.stringify({ error: { message: `a\r\n\u0000b${"x".repeat(5_000)}`, type: "t" } })
    )
    assert.strictEqual(message.length <= 1_000, true)
    assert.isTrue(message.startsWith("a b"))
  })
})

it("429 reports the wait and the limit", () => {
  const error = fromStatus(429, "", {
    ...nothing,
    retryAfter: 2_000,
    rateLimit: { limit: 10, remaining: 0, resetAt: 5 }
  })
  assert.deepInclude(error, { retryAfter: 2_000, limit: 10, remaining: 0, resetAt: 5 })
})

it("503 reports the wait", () => {
  assert.deepInclude(fromStatus(503, "", { ...nothing, retryAfter: 2_000 }), { retryAfter: 2_000 })
})

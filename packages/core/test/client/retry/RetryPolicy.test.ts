import { assert, describe, it } from "@effect/vitest"
import * as ApiError from "../../../src/errors/ApiError.ts"
import { backoff, classifyFailure, mayRetry, retryAfter } from "../../../src/client/retry/RetryPolicy.ts"

const message = "m"
const now = Date.parse("Sat, 21 Nov 2026 10:00:00 GMT")

describe("classifyFailure", () => {
  const rows: ReadonlyArray<readonly [ApiError.ApiError, string]> = [
    [new ApiError.ConnectionError({ message, phase: "dns", reason: "notFound" }), "unsent"],
    [new ApiError.ConnectionError({ message, phase: "connect", reason: "refused" }), "unsent"],
    [new ApiError.ConnectionError({ message, phase: "tls", reason: "protocol" }), "unsent"],
    [new ApiError.ConnectionError({ message, phase: "tls", reason: "certificate" }), "final"],
    [new ApiError.ConnectionError({ message, phase: "connect", reason: "proxy" }), "final"],
    [new ApiError.ConnectionError({ message, phase: "headers", reason: "reset" }), "unknown"],
    [new ApiError.ConnectionError({ message, phase: "body", reason: "closed" }), "unknown"],
    [new ApiError.ConnectionError({ message, phase: "service", reason: "badGateway" }), "unknown"],
    [new ApiError.DeadlineExceededError({ message, phase: "connect" }), "unsent"],
    [new ApiError.DeadlineExceededError({ message, phase: "headers" }), "final"],
    [new ApiError.DeadlineExceededError({ message, phase: "body" }), "final"],
    [new ApiError.DeadlineExceededError({ message, phase: "service", status: 504 }), "unknown"],
    [new ApiError.RateLimitError({ message }), "refused"],
    [new ApiError.RateLimitError({ message, phase: "stream" }), "final"],
    [new ApiError.InternalServerError({ message, phase: "stream", status: 500 }), "final"],
    [new ApiError.UnavailableError({ message }), "refused"],
    [new ApiError.InternalServerError({ message, status: 500 }), "unknown"],
    [new ApiError.InternalServerError({ message, status: 501 }), "final"],
    [new ApiError.InternalServerError({ message, status: 599 }), "final"],
    [new ApiError.InvalidRequestError({ message, status: 408 }), "final"],
    [new ApiError.InvalidRequestError({ message, status: 425 }), "final"],
    [new ApiError.ConflictError({ message }), "final"],
    [new ApiError.AuthenticationError({ message }), "final"],
    [new ApiError.InvalidResponseError({ message, reason: "json" }), "final"]
  ]
  it.each(rows)("%s is %s", (error, failure) => assert.strictEqual(classifyFailure(error), failure))
})

describe("mayRetry", () => {
  it.each([
    ["safe", ["unsent", "refused", "unknown"]],
    ["generation", ["unsent", "refused"]],
    ["never", ["unsent"]]
  ] as const)("an operation of class %s is retried after failures that are %s", (retry, failures) => {
    const all = ["unsent", "refused", "unknown", "final"] as const
    assert.deepEqual(
      all.filter((failure) => mayRetry(retry, failure)),
      [...failures]
    )
  })
})

describe("backoff", () => {
  it("doubles from 250 ms, under full jitter", () => {
    assert.deepEqual(
      [0, 1, 2].map((n) => backoff("unknown", n, 1)),
      [250, 500, 1_000]
    )
    assert.strictEqual(backoff("unknown", 1, 0.5), 250)
    assert.strictEqual(backoff("unsent", 1, 0), 0)
  })
  it("starts from 1 s after a refusal", () => assert.strictEqual(backoff("refused", 0, 1), 1_000))
  it("never exceeds 10 s", () => assert.strictEqual(backoff("refused", 50, 1), 10_000))
})

describe("retryAfter", () => {
  const rows: ReadonlyArray<readonly [string, Record<string, string>, number | undefined]> = [
    ["seconds", { "retry-after": "7" }, 7_000],
    ["milliseconds", { "retry-after-ms": "1500" }, 1_500],
    ["a date", { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }, 30_000],
    ["the larger of two headers", { "retry-after": "1", "retry-after-ms": "2500" }, 2_500],
    ["the largest of a joined header", { "retry-after": "1, 9" }, 9_000],
    ["a date among seconds", { "retry-after": "1, Sat, 21 Nov 2026 10:00:20 GMT, 3" }, 20_000],
    ["spaces around", { "retry-after": " 4 " }, 4_000],
    ["a very large number, still finite", { "retry-after": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
    ["nothing", {}, undefined],
    ["an empty value", { "retry-after": "" }, undefined],
    ["zero", { "retry-after": "0" }, undefined],
    ["a past date", { "retry-after": "Sat, 21 Nov 2026 09:59:59 GMT" }, undefined],
    ["a negative value", { "retry-after": "-5" }, undefined],
    ["a fraction", { "retry-after": "1.5" }, undefined],
    ["words", { "retry-after": "soon" }, undefined],
    ["hexadecimal", { "retry-after": "0x10" }, undefined],
    ["an invalid date", { "retry-after": "Sat, 99 Nov 2026 10:00:30 GMT" }, undefined]
  ]
  it.each(rows)("reads %s", (_, headers, expected) => assert.strictEqual(retryAfter(headers, now), expected))
})

import { assert, describe, it } from "@effect/vitest"
import * as ApiError from "../../../src/errors/ApiError.ts"
import { backoff, classifyFailure, mayRetry, retryAfter } from "../../../src/client/retry/RetryPolicy.ts"

const message = "m"
const now = Date.parse("Sat, 21 Nov 2026 10:00:00 GMT")

describe("classifyFailure", () => {
  const { ConnectionError, DeadlineExceededError, InternalServerError, InvalidRequestError } = ApiError
  const rows: ReadonlyArray<readonly [ApiError.ApiError, string]> = [
    [new ConnectionError({ message, phase: "connect", reason: "refused" }), "unsent"],
    [new ConnectionError({ message, phase: "tls", reason: "protocol" }), "unsent"],
    [new ConnectionError({ message, phase: "tls", reason: "certificate" }), "final"],
    [new ConnectionError({ message, phase: "connect", reason: "proxy" }), "final"],
    [new ConnectionError({ message, phase: "headers", reason: "reset" }), "unknown"],
    [new DeadlineExceededError({ message, phase: "connect" }), "unsent"],
    [new DeadlineExceededError({ message, phase: "headers" }), "final"],
    [new DeadlineExceededError({ message, phase: "service", status: 504 }), "unknown"],
    [new ApiError.RateLimitError({ message }), "refused"],
    [new ApiError.RateLimitError({ message, phase: "stream" }), "final"],
    [new ApiError.UnavailableError({ message }), "refused"],
    [new InternalServerError({ message, phase: "stream", status: 500 }), "final"],
    [new InternalServerError({ message, status: 500 }), "unknown"],
    [new InternalServerError({ message, status: 501 }), "final"],
    [new InvalidRequestError({ message, status: 408 }), "final"],
    [new ApiError.InvalidResponseError({ message, reason: "json" }), "final"]
  ]
  it.each(rows)("%s is %s", (error, failure) => assert.strictEqual(classifyFailure(error), failure))
})

it.each([
  ["safe", ["unsent", "refused", "unknown"]],
  ["generation", ["unsent", "refused"]],
  ["never", ["unsent"]]
] as const)("an operation of class %s is retried after failures that are %s", (retry, failures) => {
  const all = ["unsent", "refused", "unknown", "final"] as const
  assert.deepEqual<unknown>(
    all.filter((failure) => mayRetry(retry, failure)),
    failures
  )
})

it("the back-off doubles from 250 ms, from 1 s after a refusal, up to 10 s, under full jitter", () => {
  for (const [failure, jitter, delays] of [
    ["unknown", 1, [250, 500, 1_000, 10_000]],
    ["refused", 0.5, [500, 1_000, 2_000, 5_000]],
    ["refused", 0, [0, 0, 0, 0]]
  ] as const)
    assert.deepEqual<unknown>(
      [0, 1, 2, 50].map((attempt) => backoff(failure, attempt, jitter)),
      delays
    )
})

it.each<readonly [string, number | undefined]>([
  ["7", 7_000],
  ["Sat, 21 Nov 2026 10:00:30 GMT", 30_000],
  [" 1, Sat, 21 Nov 2026 10:00:20 GMT, 3", 20_000],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["", undefined],
  ["0", undefined],
  ["Sat, 21 Nov 2026 09:59:59 GMT", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["0x10", undefined],
  ["Sat, 99 Nov 2026 10:00:30 GMT", undefined]
])("Retry-After: %s is %s ms", (value, expected) =>
  assert.strictEqual(retryAfter({ "retry-after": value }, now), expected)
)

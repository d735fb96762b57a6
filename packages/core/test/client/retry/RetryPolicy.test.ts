import { assert, it } from "@effect/vitest"
import { backoff, retryAfter } from "../../../src/client/retry/RetryPolicy.ts"
const now = Date.parse("Sat, 21 Nov 2026 10:00:00 GMT")

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
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["0", undefined],
  ["Sat, 21 Nov 2026 09:59:59 GMT", undefined],
  ["-5", undefined],
  ["Sat, 99 Nov 2026 10:00:30 GMT", undefined]
])("Retry-After: %s is %s ms", (value, expected) =>
  assert.strictEqual(retryAfter({ "retry-after": value }, now), expected)
)

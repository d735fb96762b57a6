// Faults of the client.
import type { Change } from "./SeededFault.ts"

/** Each must make a test fail. */
export const client: ReadonlyArray<Change> = [
  [
    "a billed call is repeated after an unknown outcome",
    "retry/RetryPolicy.ts",
    `generation: ["unsent", "refused"]`,
    `generation: ["unsent", "refused", "unknown"]`
  ],
  [
    "a call that may run once is repeated after a refusal",
    "retry/RetryPolicy.ts",
    `never: ["unsent"]`,
    `never: ["unsent", "refused"]`
  ],
  [
    "a 429 that names its window alone is not waited for",
    "retry/retryLoop.ts",
    `(error.remaining ?? 0) > 0`,
    `(error.remaining ?? 1) > 0`
  ],
  [
    "a failure inside a stream is retried",
    "retry/RetryPolicy.ts",
    `if (error.phase === "stream") return "final"`,
    ""
  ],
  [
    "back-off has no greatest delay",
    "retry/RetryPolicy.ts",
    `Math.min(maxBackoff, initial * 2 ** retries)`,
    `initial * 2 ** retries`
  ],
  [
    "a query is added to a query by a second question mark",
    "queryString.ts",
    `operation.path.includes("?") ? "&" : "?"`,
    `operation.path.includes("??") ? "&" : "?"`
  ],
  ["one retry too many", "retry/retryLoop.ts", `retries < call.maxRetries`, `retries <= call.maxRetries`],
  [
    "a retry is begun that the deadline will cut",
    "retry/retryLoop.ts",
    `delay >= call.remaining() ||`,
    `delay >= call.remaining() * 100 ||`
  ],
  [
    "the retry budget is never spent",
    "retry/retryLoop.ts",
    `if (tokens > left) return false`,
    `if (tokens > retryTokens) return false`
  ],
  [
    "a stream that is over stays on its signal",
    "promise/EventIterable.ts",
    `signal?.removeEventListener("abort", abort)`,
    ""
  ],
  [
    "a response that a middleware leaves keeps its connection",
    "middleware.ts",
    ` finally {
        abort()
      }`,
    ""
  ],
  ["a request id of 128 characters is dropped", "response/ResponseInfo.ts", `{1,128}$`, `{1,127}$`],
  [
    "a 300 is read as an error response",
    "response/Attempt.ts",
    `(status >= 300 && status < 400)`,
    `(status > 300 && status < 400)`
  ],
  [
    "one level of nesting too many is read",
    "response/Attempt.ts",
    `isNestedDeeper(text, defaults.maxJsonDepth)`,
    `isNestedDeeper(text, defaults.maxJsonDepth + 1)`
  ],
  [
    "a response of exactly the greatest size is refused",
    "response/Attempt.ts",
    `if (this.call.bodyBytes > defaults.maxResponseBytes)`,
    `if (this.call.bodyBytes >= defaults.maxResponseBytes)`
  ],
  [
    "a header of the caller wins over the type of the body",
    "buildRequest.ts",
    `headers["content-type"] = body.type`,
    `headers["content-type"] ??= body.type`
  ],
  [
    "a released slot lets two calls run",
    "CallQueue.ts",
    `      return value()`,
    `      running--
      return value()`
  ],
  [
    "a reset connection is told as closed",
    "stream/EventStreamReader.ts",
    `reason: error.reason === "reset" ? "reset" : "closed"`,
    `reason: "closed"`
  ],
  [
    "the time between events counts as waiting for one",
    "stream/EventStreamReader.ts",
    `      waited = 0
      return Effect.succeed(taken)`,
    `      return Effect.succeed(taken)`
  ],
  [
    "texts of the request stay in a server's message",
    "redact.ts",
    `clean += isFound ? "<redacted>" : message[0]`,
    `clean += isFound ? message.slice(0, length) : message[0]`
  ]
]

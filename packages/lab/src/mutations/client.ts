// Faults of the client.

/** Faults by the files of a folder, and by what is wrong then: a text that stands once in the file, and another. */
export interface Faults {
  readonly [file: string]: { readonly [name: string]: readonly [find: string, replace: string] }
}

/** Each must make a test fail. */
export const client: Faults = {
  "retry/RetryPolicy.ts": {
    "a billed call is repeated after an unknown outcome": [
      `generation: ["unsent", "refused"]`,
      `generation: ["unsent", "refused", "unknown"]`
    ],
    "a call that may run once is repeated after a refusal": [
      `never: ["unsent"]`,
      `never: ["unsent", "refused"]`
    ],
    "a failure inside a stream is retried": [`if (error.phase === "stream") return "final"`, ""],
    "back-off has no greatest delay": [
      "Math.min(maxBackoff, initial * 2 ** retries)",
      "initial * 2 ** retries"
    ]
  },
  "retry/retryLoop.ts": {
    "a 429 that names its window alone is not waited for": [
      "(error.remaining ?? 0)",
      "(error.remaining ?? 1)"
    ],
    "one retry too many": ["retries < call.maxRetries", "retries <= call.maxRetries"],
    "a retry is begun that the deadline will cut": [
      "delay >= call.remaining()",
      "delay >= 100 * call.remaining()"
    ],
    "the retry budget is never spent": ["if (tokens > left)", "if (tokens > retryTokens)"]
  },
  "queryString.ts": {
    "a query is added to a query by a second question mark": [`includes("?") ? "&"`, `includes("??") ? "&"`]
  },
  "promise/EventIterable.ts": {
    "a stream that is over stays on its signal": [`signal?.removeEventListener("abort", abort)`, ""]
  },
  "middleware.ts": {
    "a response that a middleware leaves keeps its connection": [` finally {\n        abort()\n      }`, ""]
  },
  "response/ResponseInfo.ts": {
    "a request id of 128 characters is dropped": ["{1,128}$", "{1,127}$"]
  },
  "response/Attempt.ts": {
    "a 300 is read as an error response": ["status >= 300 && status < 400", "status > 300 && status < 400"],
    "one level of nesting too many is read": [
      "(text, defaults.maxJsonDepth",
      "(text, defaults.maxJsonDepth + 1"
    ],
    "a response of exactly the greatest size is refused": [
      "if (this.call.bodyBytes > defaults.maxResponseBytes)",
      "if (this.call.bodyBytes >= defaults.maxResponseBytes)"
    ]
  },
  "buildRequest.ts": {
    "a header of the caller wins over the type of the body": [`"content-type"] =`, `"content-type"] ??=`]
  },
  "CallQueue.ts": {
    "a released slot lets two calls run": ["      return value()", `      running--\n      return value()`]
  },
  "stream/EventStreamReader.ts": {
    "a reset connection is told as closed": [`error.reason === "reset" ? "reset" : "closed"`, `"closed"`],
    "the time between events counts as waiting for one": [`waited = 0\n      return Effect`, "return Effect"]
  },
  "redact.ts": {
    "texts of the request stay in a server's message": [`? "<redacted>"`, "? message.slice(0, length)"]
  }
}

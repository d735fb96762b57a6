// The headers of a response that tell its rate limit.
// Source: §4.1.

/** Their names. `reset` is a Unix second. */
export const rateLimitHeader = {
  limit: "x-ratelimit-limit",
  remaining: "x-ratelimit-remaining",
  reset: "x-ratelimit-reset",
  used: "x-ratelimit-used"
} as const

/** One of the names. */
export type RateLimitHeader = (typeof rateLimitHeader)[keyof typeof rateLimitHeader]

/** Numbers as text, the last one kept: a second's requests share the end of their window, and V8 writes it slowly. */
const makeText = () => {
  let last = NaN
  let text = ""
  return (value: number): string => (value === last ? text : (text = String((last = value))))
}

const resetText = /* @__PURE__ */ makeText()

/** All four headers: requests allowed, left and made in the window, and the Unix second at which it ends. */
export const rateLimitHeaders = ({
  limit,
  remaining,
  reset,
  used
}: { readonly [name in keyof typeof rateLimitHeader]: number }) =>
  // Written out, because computed names take longer on each response.
  ({
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": resetText(reset)
  }) satisfies { readonly [name in RateLimitHeader]: string }

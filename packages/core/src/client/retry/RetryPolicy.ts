// The policy of retries: failures that are retried, and their delays. Pure: clock and randomness are arguments.
// Source: §7.1; Assumed: ours, the document only says "wait then retry" and "retry with backoff".
import type { RetryClass } from "../../contract/resource.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { initialBackoff, initialRefusedBackoff, maxBackoff } from "../defaults.ts"

/**
 * What a failure says about the request. `unsent`: it never left. `refused`: the server did no work. `unknown`: it may
 * have run. `final`: a retry cannot help.
 */
export type FailureKind = "unsent" | "refused" | "unknown" | "final"

/** The kind of a failure. A failure inside a stream is final: the response has begun. */
export const classifyFailure = (error: ApiError): FailureKind => {
  if (error.phase === "stream") return "final"
  switch (error._tag) {
    case "RateLimitError":
    case "UnavailableError":
      return "refused"
    case "InternalServerError":
      return error.status === 500 ? "unknown" : "final"
    case "DeadlineExceededError":
      return isConnecting(error) ? "unsent" : error.phase === "service" ? "unknown" : "final"
    case "ConnectionError":
      if (error.reason === "certificate" || error.reason === "proxy") return "final"
      return isConnecting(error) ? "unsent" : "unknown"
    default:
      return "final"
  }
}

const isConnecting = ({ phase }: ApiError): boolean =>
  phase === "dns" || phase === "connect" || phase === "tls"

const retryable: { readonly [Class in RetryClass]: ReadonlyArray<FailureKind> } = {
  safe: ["unsent", "refused", "unknown"],
  generation: ["unsent", "refused"],
  never: ["unsent"]
}

/** May an operation of this class be retried after this kind of failure? */
export const mayRetry = (retry: RetryClass, kind: FailureKind): boolean => retryable[retry].includes(kind)

/**
 * Milliseconds until the next attempt: exponential back-off with full jitter, at most 10 s. `random` is from 0 to 1.
 * Back-off begins at 250 ms, and at 1 s where the server refused the request.
 */
export const backoff = (kind: FailureKind, retries: number, random: number): number => {
  const initial = kind === "refused" ? initialRefusedBackoff : initialBackoff
  return Math.min(maxBackoff, initial * 2 ** retries) * random
}

const httpDate = /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/g

/** Whole numbers between commas, in milliseconds; anything else counts as none. */
const millisOf = (text: string, unit: number): ReadonlyArray<number> =>
  text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) * unit : 0))

/**
 * Milliseconds the server asks to wait: seconds or an HTTP date in `retry-after`, or `retry-after-ms`; the largest of
 * several. Undefined where there is none above zero; negative, fractional and other values count as none.
 */
export const retryAfter = (
  headers: { readonly [name: string]: string | undefined },
  now: number
): number | undefined => {
  const text = headers["retry-after"] ?? ""
  const longest = Math.max(
    ...(text.match(httpDate) ?? []).map((date) => Date.parse(date) - now || 0),
    ...millisOf(text.replace(httpDate, ""), 1_000),
    ...millisOf(headers["retry-after-ms"] ?? "", 1)
  )
  return longest > 0 ? Math.min(longest, Number.MAX_SAFE_INTEGER) : undefined
}

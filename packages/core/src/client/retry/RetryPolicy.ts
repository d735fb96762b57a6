// Which failure is tried again, and after how long. Pure: no clock, no chance of its own.
// Source: §7.1; Assumed: ours, the document only says "wait then retry" and "retry with backoff".
import type { ApiError } from "../../errors/ApiError.ts"

/**
 * How an operation bears repetition. `safe`: it may run twice. `generation`: it bills, so only what
 * was refused before work is repeated. `never`: once bytes were written, a repetition may do it twice.
 */
export type RetryClass = "safe" | "generation" | "never"

/** What a failure says about the request: it never left, was refused, may have run, or is settled. */
export type FailureKind = "unsent" | "refused" | "unknown" | "final"

/** Retries of one call unless told otherwise: 3 requests in all. */
export const maxRetries = 2

/** Milliseconds of the longest wait a server may ask for; beyond it the call fails at once. */
export const maxRetryAfter = 60_000

const firstWait = 250
const firstRefusedWait = 1_000
const longestWait = 10_000

/** The row of the retry table a failure belongs to. What a stream tells comes after an answer began. */
export const classifyFailure = (error: ApiError): FailureKind => {
  if (error.phase === "stream") return "final"
  switch (error._tag) {
    case "RateLimitError":
    case "UnavailableError":
      return "refused"
    case "InternalServerError":
      return error.status === 500 ? "unknown" : "final"
    case "DeadlineExceededError":
      return isUnsent(error) ? "unsent" : error.phase === "service" ? "unknown" : "final"
    case "ConnectionError":
      if (error.reason === "certificate" || error.reason === "proxy") return "final"
      return isUnsent(error) ? "unsent" : "unknown"
    default:
      return "final"
  }
}

const isUnsent = ({ phase }: ApiError): boolean => phase === "dns" || phase === "connect" || phase === "tls"

const repeatable: { readonly [Class in RetryClass]: ReadonlySet<FailureKind> } = {
  safe: new Set(["unsent", "refused", "unknown"]),
  generation: new Set(["unsent", "refused"]),
  never: new Set(["unsent"])
}

/** May an operation of this class be tried again after this failure? */
export const mayRetry = (retry: RetryClass, failure: FailureKind): boolean => repeatable[retry].has(failure)

/**
 * Milliseconds until the next attempt: full jitter, `chance` from 0 to 1, doubled per retry made, at
 * most 10 s. What was refused waits up to four times as long.
 */
export const backoff = (failure: FailureKind, retries: number, chance: number): number => {
  const first = failure === "refused" ? firstRefusedWait : firstWait
  return Math.min(longestWait, first * 2 ** retries) * chance
}

const httpDate = /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/g

const wholeNumber = (text: string): number => {
  const digits = text.trim()
  return /^\d+$/.test(digits) ? Number(digits) : 0
}

/**
 * Milliseconds a server asks to wait: seconds or an HTTP date in `retry-after`, or `retry-after-ms`;
 * of several the largest. Zero, past, negative, fractional and wordy values count as none.
 */
export const retryAfter = (
  headers: { readonly [name: string]: string | undefined },
  now: number
): number | undefined => {
  const text = headers["retry-after"] ?? ""
  const dates = (text.match(httpDate) ?? []).map((date) => Date.parse(date) - now)
  const seconds = text
    .replace(httpDate, "")
    .split(",")
    .map((part) => wholeNumber(part) * 1_000)
  const millis = (headers["retry-after-ms"] ?? "").split(",").map(wholeNumber)
  const longest = Math.max(...[...dates, ...seconds, ...millis].filter((wait) => !Number.isNaN(wait)))
  return longest > 0 ? Math.min(longest, Number.MAX_SAFE_INTEGER) : undefined
}

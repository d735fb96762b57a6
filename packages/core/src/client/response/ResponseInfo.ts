// The HTTP response of a call, as `withResponse` gives it.
// Source: §4.1, §7.1.
import { rateLimitHeader } from "../../protocol/rateLimitHeaders.ts"
import type { Notice } from "../../validation/notice.ts"

/** Headers by their lower-case names. */
export interface Headers {
  readonly [name: string]: string
}

/** The rate limit of a response. */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining?: number
  /** Requests made in the window. */
  readonly used?: number
  /** When the window ends, in milliseconds since 1970: `new Date(resetAt)`. */
  readonly resetAt?: number
}

/** The response of a call, with its attempts and time. */
export interface ResponseInfo {
  /** The HTTP status. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string }
  /** The server's `x-request-id`, for reports. */
  readonly requestId?: string
  /** Missing without such headers. */
  readonly rateLimit?: RateLimit
  /** Parts of the request that the engine could not use, separated by `, `; missing where it used all of it. */
  readonly notice?: Notice | (string & {})
  /** HTTP requests made for this call. */
  readonly attempts: number
  /** Milliseconds waited before each attempt but the first; missing after one attempt. */
  readonly waits?: ReadonlyArray<number>
  /** Milliseconds from the call to its response, with all delays but not the wait under `concurrency`. */
  readonly elapsed: number
}

/** The request id, if it is fit for a log line. */
export const requestIdOf = (headers: Headers): string | undefined => {
  const id = headers["x-request-id"]
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined
}

const rateLimitFields = [
  ["limit", rateLimitHeader.limit, 1],
  ["remaining", rateLimitHeader.remaining, 1],
  ["used", rateLimitHeader.used, 1],
  ["resetAt", rateLimitHeader.reset, 1_000]
] as const

/** The `x-ratelimit-*` headers with a number; undefined without any. */
export const rateLimitOf = (headers: Headers): RateLimit | undefined => {
  let found: { -readonly [name in keyof RateLimit]: number } | undefined
  for (const [name, header, unit] of rateLimitFields) {
    const value = headers[header] ?? ""
    if (!/^\d{1,15}$/.test(value)) continue
    found ??= {}
    found[name] = Number(value) * unit
  }
  return found
}

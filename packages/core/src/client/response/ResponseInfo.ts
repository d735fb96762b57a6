// The head of an answer, as callers see it beside the answer itself.
// Source: §4.1, §7.1.

/** Headers by their lower-case names. */
export interface Headers {
  readonly [name: string]: string
}

/** Requests allowed, left and used in the window, and the Unix second at which it ends. */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining?: number
  /** Requests made in the window. */
  readonly used?: number
  /** Unix second at which the window ends. */
  readonly resetAt?: number
}

/** What an answer came with. */
export interface ResponseInfo {
  /** Of HTTP. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string }
  /** The server's `x-request-id`, for reports. */
  readonly requestId?: string
  /** Missing where the server told none. */
  readonly rateLimit?: RateLimit
  /** HTTP requests made for this call. */
  readonly attempts: number
  /** Milliseconds waited before each attempt but the first; missing when there was one only. */
  readonly waits?: ReadonlyArray<number>
  /** Milliseconds from the call to its answer, waits included. */
  readonly elapsed: number
}

/** A request id fit for a log line. */
export const requestIdOf = (headers: Headers): string | undefined => {
  const id = headers["x-request-id"]
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined
}

const counts = [
  ["limit", "x-ratelimit-limit"],
  ["remaining", "x-ratelimit-remaining"],
  ["used", "x-ratelimit-used"],
  ["resetAt", "x-ratelimit-reset"]
] as const

/** The `x-ratelimit-*` headers that hold a number; undefined when none does. */
export const rateLimitOf = (headers: Headers): RateLimit | undefined => {
  let found: { -readonly [name in keyof RateLimit]: number } | undefined
  for (const [name, header] of counts) {
    const value = headers[header]
    if (value !== undefined && /^\d{1,15}$/.test(value)) (found ??= {})[name] = Number(value)
  }
  return found
}

// Errors and response heads in the page's protocol.
import { isApiError } from "@leadline/core/errors"
import type { Head, Problem } from "../protocol.ts"

const shown = [
  "status",
  "phase",
  "reason",
  "requestId",
  "attempts",
  "waits",
  "elapsed",
  "isRetryable",
  "retryAfter",
  "eventsSeen",
  "sent",
  "issues"
] as const

/** A typed error with its fields. Anything else is a bug of this server and is only logged. */
export const problemOf = (error: unknown): Problem => {
  if (!isApiError(error)) {
    console.error(error)
    return { _tag: "Defect", message: "The demo server failed. See its log." }
  }
  const fields = shown.map((name): [string, unknown] => [name, Reflect.get(error, name)])
  return {
    ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
    _tag: error._tag,
    message: error.message
  }
}

/** The part of a response head that the page shows. */
export const headOf = ({
  attempts,
  elapsed,
  headers,
  rateLimit,
  requestId,
  status
}: {
  readonly attempts: number
  readonly elapsed: number
  readonly headers: { readonly [name: string]: string }
  readonly rateLimit?: { readonly limit?: number; readonly remaining?: number }
  readonly requestId?: string
  readonly status: number
}): Head => ({
  status,
  requestId,
  attempts,
  elapsed,
  backend: headers["x-leadline-backend"],
  rateLimit:
    rateLimit?.limit === undefined || rateLimit.remaining === undefined
      ? undefined
      : { limit: rateLimit.limit, remaining: rateLimit.remaining }
})

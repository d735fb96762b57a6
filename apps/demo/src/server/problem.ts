// A failed call as the page shows it.
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

/** Typed errors with their fields; all else is this server's own mistake, and is told in the log alone. */
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

/** What the page shows of an answer's head. */
export const headOf = ({
  attempts,
  elapsed,
  rateLimit,
  requestId,
  status
}: {
  readonly attempts: number
  readonly elapsed: number
  readonly rateLimit?: { readonly limit?: number; readonly remaining?: number }
  readonly requestId?: string
  readonly status: number
}): Head => ({
  status,
  requestId,
  attempts,
  elapsed,
  rateLimit:
    rateLimit?.limit === undefined || rateLimit.remaining === undefined
      ? undefined
      : { limit: rateLimit.limit, remaining: rateLimit.remaining }
})

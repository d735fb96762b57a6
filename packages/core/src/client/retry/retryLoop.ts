// The retry loop of a call: the only place that decides whether an attempt is followed by another.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { RetryClass } from "../../contract/resource.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import type { Call } from "../Call.ts"
import { initialBackoff, maxRetryAfter, refusedRetryCost, retryCost, retryTokens } from "../defaults.ts"
import * as RetryPolicy from "./RetryPolicy.ts"

/** Waits so many milliseconds, before a retry or for a rate limit window. Tests replace it. Read once, when a client is built. */
export const Sleep = Context.Reference<(millis: number) => Effect.Effect<void>>(
  "@leadline/core/client/Sleep",
  {
    defaultValue: () => Effect.sleep
  }
)

/** The tokens that one retry takes. */
const costOf = (kind: RetryPolicy.FailureKind): number => (kind === "refused" ? refusedRetryCost : retryCost)

// Assumed: ours, so that an outage is not answered with three times the load.
/** A token bucket that keeps retries rare when everything fails; one per client, shared by its calls. */
export interface RetryBudget {
  /** Takes the tokens if there are enough; else false, and takes none. */
  readonly take: (tokens: number) => boolean
  /** After a success: gives back what the retries of the call took, at least 1. */
  readonly refund: (tokens: number) => void
  /** The tokens left. */
  readonly remaining: () => number
}

/** A full bucket. */
export const makeRetryBudget = (): RetryBudget => {
  let left = retryTokens
  return {
    take: (tokens) => {
      if (tokens > left) return false
      left -= tokens
      return true
    },
    refund: (tokens) => {
      left = Math.min(retryTokens, left + Math.max(1, tokens))
    },
    remaining: () => left
  }
}

/** The call of a loop, its attempt, and all that the client shares with its other calls. */
export interface RetryLoop<A> {
  readonly call: Call
  readonly retry: RetryClass
  /** Shared by all calls of a client. */
  readonly budget: RetryBudget
  /** Waits so many milliseconds. */
  readonly sleep: (millis: number) => Effect.Effect<void>
  /** Sends the request once. */
  readonly attempt: Effect.Effect<A, ApiError>
  /** Runs before each attempt and may fail the call. Where it is given, a 429 that names its wait counts as no attempt. */
  readonly beforehand: Effect.Effect<void, ApiError> | undefined
  /** Reports a finished attempt, then goes on with `next`. `delay` is in milliseconds, undefined for the last attempt. */
  readonly report: <B, E>(next: Effect.Effect<B, E>, error?: ApiError, delay?: number) => Effect.Effect<B, E>
}

/** Milliseconds that a failure asks to wait: by its headers, or a 429 until its rate limit window ends. */
const advisedDelay = (error: ApiError, call: Call): number | undefined => {
  const advised = call.retryAfter()
  if (advised !== undefined || error._tag !== "RateLimitError" || (error.remaining ?? 0) > 0) return advised
  const wait = (error.resetAt ?? 0) - call.clock.currentTimeMillisUnsafe()
  return wait > 0 ? wait : undefined
}

/** Repeats the attempt until a response is received, the policy, the deadline or the budget says no. */
export const retryLoop = <A>(loop: RetryLoop<A>): Effect.Effect<A, ApiError> => {
  const { attempt, beforehand, budget, call, report, retry, sleep } = loop
  let spent = 0
  /** Attempts that do not count. */
  let uncounted = 0

  const onFailure = (error: ApiError, random: number): Effect.Effect<A, ApiError> => {
    const kind = RetryPolicy.classifyFailure(error)
    const advised = advisedDelay(error, call)
    const isRateLimit = error._tag === "RateLimitError" && advised !== undefined
    const isWaitedFor = isRateLimit && beforehand !== undefined
    const retries = call.attempts - 1 - uncounted
    // To wait for a known window adds no load: it costs nothing.
    const cost = isRateLimit ? 0 : costOf(kind)
    const delay = isWaitedFor
      ? Math.max(advised, initialBackoff)
      : (advised ?? RetryPolicy.backoff(kind, retries, random))
    if (
      !RetryPolicy.mayRetry(retry, kind) ||
      !(isWaitedFor || (retries < call.maxRetries && delay <= maxRetryAfter)) ||
      delay >= call.remaining() ||
      !budget.take(cost)
    )
      return report(Effect.fail(error), error)
    if (isWaitedFor) uncounted++
    spent += cost
    call.waits.push(delay)
    return report(Effect.andThen(sleep(delay), next), error, delay)
  }

  const attempted: Effect.Effect<A, ApiError> = Effect.matchEffect(attempt, {
    onSuccess: (response) => {
      budget.refund(spent)
      return report(Effect.succeed(response))
    },
    onFailure: (error) => Effect.flatMap(Random.next, (random) => onFailure(error, random))
  })
  const next: Effect.Effect<A, ApiError> = beforehand ? Effect.andThen(beforehand, attempted) : attempted
  return next
}

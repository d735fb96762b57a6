// The retry loop of one call: the only place that decides whether an attempt is followed by another.
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { ApiError } from "../../errors/ApiError.ts"
import type { Call } from "../Call.ts"
import { maxRetryAfter } from "../defaults.ts"
import { costOf, type RetryBudget } from "./RetryBudget.ts"
import * as RetryPolicy from "./RetryPolicy.ts"

/** What the loop needs of its call. */
export interface RetryLoop<A> {
  readonly call: Call
  readonly retry: RetryPolicy.RetryClass
  /** Shared by all calls of a client. */
  readonly budget: RetryBudget
  /** Waits so many milliseconds. */
  readonly sleep: (millis: number) => Effect.Effect<void>
  /** Sends the request once. */
  readonly attempt: Effect.Effect<A, ApiError>
  /** Reports a finished attempt, then goes on with `next`. `delay` is in milliseconds, undefined for the last attempt. */
  readonly report: <B, E>(next: Effect.Effect<B, E>, error?: ApiError, delay?: number) => Effect.Effect<B, E>
}

/** Milliseconds until the next attempt; undefined: the failure stands. */
const retryDelay = (
  error: ApiError,
  kind: RetryPolicy.FailureKind,
  { call, retry }: Pick<RetryLoop<unknown>, "call" | "retry">,
  random: number
): number | undefined => {
  const retries = call.attempts - 1
  if (!RetryPolicy.mayRetry(retry, kind) || !(retries < call.maxRetries)) return undefined
  const advised = RetryPolicy.retryAfter(call.head?.headers ?? {}, call.clock.currentTimeMillisUnsafe())
  const delay = advised ?? RetryPolicy.backoff(kind, retries, random)
  return delay > maxRetryAfter || delay >= call.remaining() ? undefined : delay
}

/** Repeats the attempt until a response is received, the policy, the deadline or the budget says no. */
export const retryLoop = <A>(loop: RetryLoop<A>): Effect.Effect<A, ApiError> => {
  const { budget, call, report, sleep } = loop
  let spent = 0
  const next: Effect.Effect<A, ApiError> = Effect.matchEffect(loop.attempt, {
    onSuccess: (response) => {
      budget.refund(spent)
      return report(Effect.succeed(response))
    },
    onFailure: (error) =>
      Effect.flatMap(Random.next, (random) => {
        const kind = RetryPolicy.classifyFailure(error)
        const delay = retryDelay(error, kind, loop, random)
        const cost = costOf(kind)
        if (delay === undefined || !budget.take(cost)) return report(Effect.fail(error), error)
        spent += cost
        call.waits.push(delay)
        return report(Effect.andThen(sleep(delay), next), error, delay)
      })
  })
  return next
}

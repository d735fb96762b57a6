// Admits the requests of a key group: 429 beyond its rate or its concurrency. Counted before the body is read.
// Source: §4.1, §7.1, §8; Assumed: ours for what is refused at once.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { rateLimitHeaders } from "../../protocol/rateLimitHeaders.ts"
import type { Caller } from "../Caller.ts"
import type { RequestContext, ReserveTokens } from "../RequestContext.ts"
import { decided } from "../telemetry/limitDecisions.ts"
import type { ConcurrencyLimit } from "./ConcurrencyLimit.ts"
import { type RateCount, RateLimiter } from "./RateLimiter.ts"

const tooManyRequests = (count: RateCount, wait: number) =>
  new ApiError.RateLimitError({
    message: `Over the limit of ${count.limit} requests per second.`,
    retryAfter: wait,
    limit: count.limit,
    remaining: 0,
    resetAt: count.reset * 1_000
  })

const tooManyAtOnce = (most: number) =>
  new ApiError.RateLimitError({ message: `Over the limit of ${most} requests at once.`, retryAfter: 1_000 })

const tooManyTokens = (limit: number, wait: number) =>
  new ApiError.RateLimitError({
    message: `Over the limit of ${limit} tokens per minute.`,
    retryAfter: wait
  })

/** Makes the step that admits a request of a caller to an operation, and gives back its place when it is over. */
export const makeAdmit = Effect.fnUntraced(function* (concurrency: ConcurrencyLimit) {
  const limiter = yield* RateLimiter

  const reserveOf =
    ({ fiberContext }: RequestContext, group: string, limit: number): ReserveTokens =>
    (tokens) =>
      Effect.flatMap(limiter.reserve(group, tokens, limit), ({ settle, wait, ...reservation }) => {
        decided(fiberContext, "tokens", wait === undefined)
        return wait === undefined
          ? Effect.succeed(settle)
          : Effect.fail(tooManyTokens(reservation.limit, wait))
      })

  const admitted = (
    context: RequestContext,
    caller: Caller["Service"],
    count: RateCount
  ): Effect.Effect<void, ApiError.RateLimitError> => {
    context.addHeaders(() => rateLimitHeaders(count))
    decided(context.fiberContext, "requests", count.wait === undefined)
    if (count.wait !== undefined) return Effect.fail(tooManyRequests(count, count.wait))
    const isPlaced = concurrency.take(caller.group)
    decided(context.fiberContext, "concurrency", isPlaced)
    if (!isPlaced) return Effect.fail(tooManyAtOnce(concurrency.most))
    context.onRelease(() => concurrency.release(caller.group))
    const tokens = caller.tokensPerMinute ?? limiter.tokensPerMinute
    if (tokens !== undefined) context.reserveTokens = reserveOf(context, caller.group, tokens)
    return Effect.void
  }

  return (
    context: RequestContext,
    caller: Caller["Service"],
    operation: string
  ): Effect.Effect<void, ApiError.RateLimitError> =>
    Effect.flatMap(limiter.take(caller.group, operation, caller.requestsPerSecond), (count) =>
      admitted(context, caller, count)
    )
})

// How often a key group may call: counted before the body is read, told in headers on every answer.
// Source: §4.1, §7.1, §8; Assumed: ours for what is refused at once.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as ApiError from "../../errors/ApiError.ts"
import * as wire from "../../errors/codecs.ts"
import { advanceOf } from "../shortcut/Advance.ts"
import { Caller } from "../Authentication.ts"
import { type Count, countHeaders, Limiter } from "./RateLimiter.ts"
import { decided } from "../telemetry/limitDecisions.ts"
import { Places } from "./ConcurrencyLimit.ts"
import { TokenMeter } from "./TokenLimit.ts"

/**
 * Annotates an endpoint that is another way to an operation: both are counted as one, under the name given.
 * Default: group and endpoint, as in `decisions.create`.
 */
export const CountedAs = Context.Reference<string | undefined>("@leadline/core/http/CountedAs", {
  defaultValue: () => undefined
})

/** Refuses with 429 what is too often or too much at once, and stamps `x-ratelimit-*`. */
export class RateLimit extends HttpApiMiddleware.Service<RateLimit, { requires: Caller }>()(
  "@leadline/core/http/RateLimit",
  { error: wire.codecsWithNullCode.rateLimit }
) {}

const tooManyRequests = (count: Count, wait: number) =>
  new ApiError.RateLimitError({
    message: `Over the limit of ${count.limit} requests per second.`,
    retryAfter: wait,
    limit: count.limit,
    remaining: 0,
    resetAt: count.reset
  })

const tooManyAtOnce = (most: number) =>
  new ApiError.RateLimitError({ message: `Over the limit of ${most} requests at once.`, retryAfter: 1_000 })

const tooManyTokens = (limit: number, wait: number) =>
  new ApiError.RateLimitError({
    message: `Over the limit of ${limit} tokens per minute.`,
    retryAfter: wait
  })

const makeMeter = (limiter: Limiter["Service"], group: string, limit: number) => (tokens: number) =>
  Effect.gen(function* () {
    const { settle, wait, ...reservation } = yield* limiter.reserve(group, tokens, limit)
    yield* decided("tokens", wait === undefined)
    return wait === undefined ? settle : yield* tooManyTokens(reservation.limit, wait)
  })

/** {@link RateLimit} over whatever counts. */
export const layer = Layer.effect(
  RateLimit,
  Effect.gen(function* () {
    const limiter = yield* Limiter
    const places = yield* Places
    return RateLimit.of((httpEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const caller = yield* Caller
        const own = `${group.identifier}.${endpoint.identifier}`
        const operation = Context.get(endpoint.annotations, CountedAs) ?? own
        const counted = advanceOf(yield* HttpServerRequest.HttpServerRequest)?.count
        const count = counted ?? (yield* limiter.take(caller.group, operation, caller.requestsPerSecond))
        yield* HttpEffect.appendPreResponseHandler((_request, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, countHeaders(count)))
        )
        yield* decided("requests", count.wait === undefined)
        if (count.wait !== undefined) return yield* tooManyRequests(count, count.wait)
        const isPlaced = yield* Effect.acquireRelease(
          Effect.sync(() => places.take(caller.group)),
          (isTaken) => Effect.sync(() => (isTaken ? places.leave(caller.group) : undefined))
        )
        yield* decided("concurrency", isPlaced)
        if (!isPlaced) return yield* tooManyAtOnce(places.most)
        const tokens = caller.tokensPerMinute ?? limiter.tokensPerMinute
        if (tokens === undefined) return yield* httpEffect
        return yield* Effect.provideService(httpEffect, TokenMeter, makeMeter(limiter, caller.group, tokens))
      })
    )
  })
)

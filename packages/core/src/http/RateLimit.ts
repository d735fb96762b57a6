// How often a key group may call: counted before the body is read, told in headers on every answer.
// Source: §4.1, §7.1, §8; Assumed: ours for the window and its arithmetic.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"
import { Caller } from "./Authorization.ts"
import * as limits from "./limits.ts"
import { ServerSettings } from "./ServerSettings.ts"

/** One count: `used + remaining = limit`, `reset` is the Unix second at which the window ends. */
export interface Count {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly reset: number
  /** Milliseconds to `reset` when the request is over the limit, else undefined. */
  readonly wait: number | undefined
}

/** Counts requests: one atomic step gives the answer and the headers. */
export class Limiter extends Context.Service<
  Limiter,
  { readonly take: (group: string, operation: string) => Effect.Effect<Count> }
>()("@leadline/core/http/Limiter") {}

/** Counts in memory, per group, operation and clock second. Old seconds are dropped. Default 100 a second. */
export const layerMemory = (
  options: { readonly requestsPerSecond?: number | undefined } = {}
): Layer.Layer<Limiter> =>
  Layer.sync(Limiter, () => {
    const limit = options.requestsPerSecond ?? limits.requestsPerSecond
    let second = 0
    const taken = new Map<string, number>()
    return {
      take: (group, operation) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const current = Math.floor(now / 1000)
          if (current !== second) {
            second = current
            taken.clear()
          }
          const id = `${group} ${operation}`
          const before = taken.get(id) ?? 0
          const used = Math.min(limit, before + 1)
          taken.set(id, used)
          const reset = second + 1
          const wait = before >= limit ? reset * 1000 - now : undefined
          return { limit, used, remaining: limit - used, reset, wait }
        })
    }
  })

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
  { error: wire.nulled.rateLimit }
) {}

const headers = (count: Count) => ({
  "x-ratelimit-limit": String(count.limit),
  "x-ratelimit-remaining": String(count.remaining),
  "x-ratelimit-used": String(count.used),
  "x-ratelimit-reset": String(count.reset)
})

/** Counts who is under way, per group; a place is given back when the request is over, streams after their end. */
const makePlaces = (most: number) => {
  const taken = new Map<string, number>()
  const add = (group: string, places: number) => {
    const now = (taken.get(group) ?? 0) + places
    if (now === 0) taken.delete(group)
    else taken.set(group, now)
  }
  return (group: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const isFree = (taken.get(group) ?? 0) < most
        if (isFree) add(group, 1)
        return isFree
      }),
      (isTaken) => Effect.sync(() => (isTaken ? add(group, -1) : undefined))
    )
}

/** {@link RateLimit} over whatever counts. */
export const layer = Layer.effect(
  RateLimit,
  Effect.gen(function* () {
    const limiter = yield* Limiter
    const { concurrency } = yield* ServerSettings
    const places = makePlaces(concurrency)
    return RateLimit.of((httpEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const caller = yield* Caller
        const own = `${group.identifier}.${endpoint.identifier}`
        const operation = Context.get(endpoint.annotations, CountedAs) ?? own
        const count = yield* limiter.take(caller.group, operation)
        yield* HttpEffect.appendPreResponseHandler((_request, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, headers(count)))
        )
        if (count.wait === undefined) {
          if (yield* places(caller.group)) return yield* httpEffect
          return yield* new ApiError.RateLimitError({
            message: `Over the limit of ${concurrency} requests at once.`,
            retryAfter: 1_000
          })
        }
        return yield* new ApiError.RateLimitError({
          message: `Over the limit of ${count.limit} requests per second.`,
          retryAfter: count.wait,
          limit: count.limit,
          remaining: 0,
          resetAt: count.reset
        })
      })
    )
  })
)

// Admits the requests of a key group, before their bodies are read: 429 beyond its rate, its concurrency or its budget, 403
// without the right or from another network.
// Source: §4.1, §5, §7.1, §8; rights, networks, budgets and what is refused at once are Assumed: ours.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as ApiError from "../../errors/ApiError.ts"
import { rateLimitHeaders } from "../../protocol/rateLimitHeaders.ts"
import type { Caller } from "../Caller.ts"
import { address } from "../networks.ts"
import type { RequestContext, ReserveTokens } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { decided } from "../telemetry/limitDecisions.ts"
import { type RateCount, RateLimiter } from "./RateLimiter.ts"
import { budgetSpent } from "./RequestSpending.ts"

// Assumed: ours.
/** Concurrent requests that count as few, however many other groups have. */
const few = 4

/** Requests in progress, of all groups. */
export interface ConcurrencyLimit {
  /** Concurrent requests of one group. */
  readonly most: number
  /** Counts a request; false: the group has as many as it may. */
  readonly take: (group: string) => boolean
  /** Gives back what {@link take} counted. */
  readonly release: (group: string) => void
  /** True if a group has more than a few requests in progress, and at least as many as groups have on average. */
  readonly hasMany: (group: string) => boolean
}

/** Makes a {@link ConcurrencyLimit} of the size in the settings. */
export const makeConcurrencyLimit: Effect.Effect<ConcurrencyLimit> = Effect.map(
  ServerSettings,
  ({ concurrency }) => {
    const counts = new Map<string, number>()
    let total = 0
    return {
      most: concurrency,
      take: (group) => {
        const count = counts.get(group) ?? 0
        if (count >= concurrency) return false
        counts.set(group, count + 1)
        total++
        return true
      },
      release: (group) => {
        total--
        const count = (counts.get(group) ?? 0) - 1
        if (count > 0) counts.set(group, count)
        else counts.delete(group)
      },
      hasMany: (group) => {
        const count = counts.get(group) ?? 0
        return count > few && count * counts.size >= total
      }
    }
  }
)

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

const isInside = (networks: ReadonlyArray<IpNetwork.IpNetwork>, text: string | undefined): boolean => {
  const ip = text === undefined ? undefined : address(text)
  return ip !== undefined && networks.some((network) => IpNetwork.contains(network, ip))
}

/** 429 for an operation that costs money, once the budget is spent; undefined: it may start. */
export const budgetDenialOf = (
  { caller, fiberContext }: RequestContext,
  { spendsBudget }: Route
): ApiError.RateLimitError | undefined => {
  // Without a budget one can still revoke keys, and read what is stored.
  if (caller?.spentBudget === undefined || !spendsBudget) return undefined
  const spent = caller.spentBudget()
  if (spent === undefined) return undefined
  decided(fiberContext, "budget", false)
  return budgetSpent(spent, Context.get(fiberContext, Clock.Clock).currentTimeMillisUnsafe())
}

/** Why the caller may not call the operation; undefined: it may. */
export const denialOf = (
  context: RequestContext,
  { networks, rights }: Caller["Service"],
  route: Route
): ApiError.PermissionDeniedError | ApiError.RateLimitError | undefined => {
  const { exchange } = context
  if (networks !== undefined && !isInside(networks, exchange.remoteAddress)) {
    return new ApiError.PermissionDeniedError({ message: "This key may not be used from this address." })
  }
  const isDenied = rights === undefined ? route.onlyByRight : !rights.has(route.operation)
  if (isDenied && !route.callsOperations) {
    return new ApiError.PermissionDeniedError({
      message: `This key may not call ${route.operation}: use a key with this right.`
    })
  }
  return budgetDenialOf(context, route)
}

// How much a key group may ask for: requests in a second, tokens in a minute.
// Source: §4.1, §8; Assumed: ours for the windows and their arithmetic.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as limits from "../../contract/limits.ts"
import { makeMemory, type Windows } from "./FixedWindow.ts"

export { makeShared } from "./sharedFixedWindow.ts"
export { cappedAmount, type WindowResult, type WindowRequest, type Windows } from "./FixedWindow.ts"

/** One count: `used + remaining = limit`, `reset` is the Unix second at which the window ends. */
export interface RateCount {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly reset: number
  /** Milliseconds to `reset` when the request is over the limit, else undefined. */
  readonly wait: number | undefined
}

/** Tokens taken before they are used. */
export interface Reservation {
  readonly limit: number
  /** Milliseconds to the end of the minute when they did not fit, else undefined. */
  readonly wait: number | undefined
  /** Puts what was used in the place of what was reserved. Run it once at most. */
  readonly settle: (used: number) => Effect.Effect<void>
}

/** Counts: one atomic step gives the answer and the headers. */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Takes a request of an operation in this second. `own` is the group's own limit, if it has one, rounded down. */
    readonly take: (group: string, operation: string, own?: number) => Effect.Effect<RateCount>
    /** Tokens in a minute of groups that have no limit of their own; undefined: as many as they like. */
    readonly tokensPerMinute: number | undefined
    /** Reserves tokens in this minute. `limit` is the most that the group may use in it. */
    readonly reserve: (group: string, tokens: number, limit: number) => Effect.Effect<Reservation>
  }
>()("@leadline/core/server/RateLimiter") {}

/** The limits of groups that have none of their own, rounded down. */
export interface RateLimiterOptions {
  /** Requests of one group for one operation in a second. Default 100. */
  readonly requestsPerSecond?: number | undefined
  /** Input tokens of one group in a minute. Default 0: no limit. */
  readonly tokensPerMinute?: number | undefined
}

const minute = 60

/**
 * A limiter over whatever counts. Names are `rl:{group}:operation` and `tl:{group}`; the braces keep all that is
 * counted of a group in one place of a cluster.
 */
export const make = (windows: Windows, options: RateLimiterOptions = {}): RateLimiter["Service"] => {
  const requests = options.requestsPerSecond ?? limits.requestsPerSecond
  return {
    tokensPerMinute: options.tokensPerMinute === 0 ? undefined : options.tokensPerMinute,
    take: (group, operation, own = requests) =>
      Effect.map(
        windows.take({ name: `rl:{${group}}:${operation}`, amount: 1, limit: Math.floor(own), seconds: 1 }),
        ({ isTaken, limit, now, start, used: counted }) => {
          const used = Math.min(limit, counted)
          const reset = start + 1
          const wait = isTaken ? undefined : Math.max(0, reset * 1000 - now)
          return { limit, used, remaining: limit - used, reset, wait }
        }
      ),
    reserve: (group, tokens, limit) =>
      Effect.map(
        windows.take({ name: `tl:{${group}}`, amount: tokens, limit: Math.floor(limit), seconds: minute }),
        (taken) => ({
          limit: taken.limit,
          wait: taken.isTaken ? undefined : Math.max(0, (taken.start + minute) * 1000 - taken.now),
          settle: (used: number) => taken.add(used - taken.amount)
        })
      )
  }
}

/** Counts in memory: for one node, or for nodes that need not count together. Keeps the 50,000 names used last. */
export const layerMemory = (options: RateLimiterOptions = {}): Layer.Layer<RateLimiter> =>
  Layer.sync(RateLimiter, () => make(makeMemory(), options))

// How much a key group may ask for: requests in a clock second, tokens in a clock minute. Counted in memory, or in a store
// that all nodes share; while that fails, each node counts by itself, up to its part of a limit.
// Source: §4.1, §8; Assumed: ours for the windows and their arithmetic.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as limits from "../../contract/limits.ts"
import { makeLogThrottle } from "../../telemetry/logThrottle.ts"
import { limitStoreFallbacks } from "../telemetry/metrics.ts"

/** An amount to take from a window. */
export interface WindowRequest {
  /** Ids only: whose it is and what it counts. */
  readonly name: string
  /** More than `limit` counts as `limit`: a single large one waits for an unused window, not for ever. */
  readonly amount: number
  readonly limit: number
  /** Length of the window, which begins at a multiple of it in Unix time. */
  readonly seconds: number
}

/** The counts after a request, read in one step with the counting. */
export interface WindowResult {
  /** Did it fit? If not, nothing was taken. */
  readonly isTaken: boolean
  /** The amount asked for, see {@link WindowRequest}. */
  readonly amount: number
  /** The limit that it was held against. */
  readonly limit: number
  /** All that is used of the window. */
  readonly used: number
  /** Unix second at which the window began. */
  readonly start: number
  /** Unix milliseconds of the clock that counts. */
  readonly now: number
  /** Adds to the same window, whatever its limit; a negative amount gives back. Nothing, when it is over. */
  readonly add: (amount: number) => Effect.Effect<void>
}

/** Counts, in one atomic step for each request. */
export interface Windows<E = never> {
  readonly take: (request: WindowRequest) => Effect.Effect<WindowResult, E>
}

/** The amount that a request takes: see {@link WindowRequest.amount}. A limit of 0 lets nothing through. */
export const cappedAmount = ({ amount, limit }: WindowRequest): number => Math.min(amount, Math.max(1, limit))

/** Names kept for one window; beyond, the one that was used longest ago is forgotten. */
const kept = 50_000

interface Running {
  readonly start: number
  readonly put: (name: string, amount: number) => void
  readonly used: ReadonlyMap<string, number>
}

const makeRunning = (start: number): Running => {
  /** In the order of their last use. */
  const used = new Map<string, number>()
  // One walk for good: whatever it has passed is gone or stands at the end again. A walk restarted for each name
  // would pass all the gaps at the front each time.
  const oldest = used.keys()
  let last: string | undefined
  const put = (name: string, amount: number): void => {
    // What was used last stands last: to take it out and put it back would rebuild the map every few times.
    if (name !== last && !used.delete(name) && used.size >= kept) used.delete(oldest.next().value ?? name)
    last = name
    used.set(name, amount)
  }
  return { start, put, used }
}

/** Counts in memory by this machine's clock. Windows that are over are dropped whole. */
export const makeMemory = (): Windows => {
  const windows = new Map<number, Running>()
  const running = (seconds: number, now: number): Running => {
    const start = Math.floor(now / (seconds * 1000)) * seconds
    const known = windows.get(seconds)
    // A clock that is set back a little starts no new window: what was used stays used.
    if (known !== undefined && start <= known.start && known.start - start <= seconds) return known
    const fresh = makeRunning(start)
    windows.set(seconds, fresh)
    return fresh
  }
  return {
    take: (request) =>
      Effect.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        const { limit, name, seconds } = request
        const window = running(seconds, now)
        const before = window.used.get(name) ?? 0
        const amount = cappedAmount(request)
        const after = before + amount
        const isTaken = after <= limit
        const used = isTaken ? after : before
        window.put(name, used)
        const add = (more: number) =>
          Effect.sync(() => {
            const soFar = window.used.get(name)
            if (soFar !== undefined) window.put(name, Math.max(0, soFar + more))
          })
        return Effect.succeed({ isTaken, amount, limit, used, start: window.start, now, add })
      })
  }
}

/** Milliseconds that a request waits for the shared counter, at its start and at its end. */
const storeTimeout = 50

const part = (request: WindowRequest, nodes: number): WindowRequest => ({
  ...request,
  limit: Math.min(request.limit, Math.max(1, Math.floor(request.limit / nodes)))
})

const withTimeout = (result: WindowResult): WindowResult => ({
  ...result,
  add: (amount) => Effect.asVoid(Effect.timeoutOption(result.add(amount), storeTimeout))
})

/**
 * Takes of the shared counter. When it fails, or is silent for 50 ms, the request is counted in memory against
 * the limit divided by the number of nodes: no request waits long for it, and none is unlimited.
 */
export const makeShared = <E extends { readonly message: string }>(
  shared: Windows<E>,
  { nodes }: { readonly nodes: number }
): Windows => {
  const memory = makeMemory()
  const throttled = makeLogThrottle()
  const warn = (reason: string) =>
    throttled(Effect.logWarning(`The shared limits do not answer (${reason}): this node counts by itself`))
  const alone = (request: WindowRequest, reason: string) =>
    Metric.update(limitStoreFallbacks, 1).pipe(
      Effect.andThen(warn(reason)),
      Effect.andThen(memory.take(part(request, nodes)))
    )
  return {
    take: (request) =>
      shared.take(request).pipe(
        Effect.map(withTimeout),
        Effect.catch(({ message }) => alone(request, message)),
        Effect.timeoutOrElse({
          duration: storeTimeout,
          orElse: () => alone(request, `silent for ${storeTimeout} ms`)
        })
      )
  }
}

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

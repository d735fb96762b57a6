// Counts per name in a fixed window of time: a clock second for requests, a clock minute for tokens.
// Source: §8; Assumed: ours for the window and its arithmetic.
import * as Effect from "effect/Effect"

/** What is to be taken of a window. */
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
  /** What was to be taken, see {@link WindowRequest}. */
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

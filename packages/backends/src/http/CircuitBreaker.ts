// A circuit breaker: refuses calls to a server that fails most key groups, or all calls. Pure: callers pass the time.
import * as limits from "./limits.ts"

/** When the circuit breaker opens, and for how long. Times are milliseconds. */
export interface CircuitBreakerOptions {
  /** Calls within a window before it may open. Default 10. */
  readonly minimumCalls: number
  /** Fraction of these calls that must have failed, 0 to 1. Default 0.5. */
  readonly failureRatio: number
  /** The window over which calls are counted. Default 10 s. */
  readonly window: number
  /** How long it is open before the server is probed; doubled until a call succeeds, up to 30 s. Default 2 s. */
  readonly openDuration: number
}

/**
 * The result of a call, for the breaker. `late`: its time was over, as its caller may want it, which counts as a failure only
 * while no call succeeds. `ignored`: it was cancelled, refused or never sent, and says nothing of the server.
 */
export type CallResult = "success" | "failure" | "late" | "ignored"

/**
 * A circuit breaker. It opens only on failures of at least two key groups that are the most of all, or when nobody has had
 * a success for a window, in which as many calls ended as it needs, or since which a few took as long as a window: few groups
 * cannot close a server to the others. A probe closes it, never a call.
 */
export interface CircuitBreaker {
  /** Milliseconds after which to ask again; undefined: calls go through. */
  readonly refusal: (now: number) => number | undefined
  /**
   * Reports the result of a call of a group that took some milliseconds. If it opens the breaker: the milliseconds until
   * the server is to be probed.
   */
  readonly report: (group: string, result: CallResult, now: number, took: number) => number | undefined
  /** Reports a probe; the milliseconds until the next one. Undefined: the breaker is closed. */
  readonly probed: (isAlive: boolean, now: number) => number | undefined
}

const defaults: CircuitBreakerOptions = {
  minimumCalls: limits.minimumCalls,
  failureRatio: limits.failureRatio,
  window: limits.window,
  openDuration: limits.openDuration
}

/** A circuit breaker that starts closed. */
export const make = (options: Partial<CircuitBreakerOptions> = {}): CircuitBreaker => {
  const { failureRatio, minimumCalls, openDuration, window } = { ...defaults, ...options }
  let counts = { since: -Infinity, success: 0, failure: 0, late: 0 }
  /** Successes and failures of each group, in this window and the one before. */
  let votes = new Map<string, { success: number; failure: number }>()
  let votesBefore = votes
  let succeededAt = -Infinity
  /** Long calls one after the other without a success, and the end of the last: a server that hangs has few in a window. */
  let [hanging, hungAt] = [0, -Infinity]
  let openUntil: number | undefined
  let duration = openDuration

  const startWindow = (now: number): void => {
    counts = { since: now, success: 0, failure: 0, late: 0 }
    votesBefore = votes
    votes = new Map()
  }
  /** Do at least two groups fail, and more of them than do not? */
  const mostFail = (): boolean => {
    const all = [...new Map([...votesBefore, ...votes]).values()]
    const failing = all.filter(({ failure, success }) => failure >= (failure + success) * failureRatio).length
    return failing > 1 && failing > all.length / 2
  }
  const open = (now: number): number => {
    const wait = duration
    openUntil = now + wait
    duration = Math.min(limits.maxOpenDuration, wait * 2)
    return wait
  }
  return {
    refusal: (now) =>
      openUntil === undefined ? undefined : Math.max(limits.probeRetryAfter, openUntil - now),
    report: (group, result, now, took) => {
      // A call that began before the breaker opened tells nothing new.
      if (openUntil !== undefined || result === "ignored") return undefined
      if (now - counts.since >= window) startWindow(now)
      counts[result]++
      if (result !== "late") {
        const vote = votes.get(group) ?? { success: 0, failure: 0 }
        vote[result]++
        votes.set(group, vote)
      }
      if (result === "success") {
        succeededAt = now
        hanging = 0
        duration = openDuration
      } else if (took >= window && now - took >= hungAt) {
        hanging++
        hungAt = now
      }
      const nobodySucceeds = now - succeededAt >= window
      const failures = counts.failure + (nobodySucceeds ? counts.late : 0)
      const calls = counts.success + failures
      if (nobodySucceeds && hanging >= limits.hangingCalls) return open(now)
      if (calls < minimumCalls || failures < calls * failureRatio) return undefined
      const isShared = mostFail()
      // Failures of one group alone do not prolong the next opening.
      if (!isShared) duration = openDuration
      return nobodySucceeds || isShared ? open(now) : undefined
    },
    probed: (isAlive, now) => {
      if (!isAlive) return open(now)
      openUntil = undefined
      succeededAt = now
      hanging = 0
      startWindow(now)
      return undefined
    }
  }
}

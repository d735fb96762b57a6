// A circuit breaker: refuses calls to a failing server, then tries one call at a time. Pure: callers pass the time.
import * as limits from "./limits.ts"

/** When the circuit breaker opens, and for how long. Times are milliseconds. */
export interface CircuitBreakerOptions {
  /** Calls within a window before it may open. Default 10. */
  readonly minimumCalls: number
  /** Fraction of these calls that must have failed, 0 to 1. Default 0.5. */
  readonly failureRatio: number
  /** The window over which calls are counted. Default 10 s. */
  readonly window: number
  /** How long it opens at first; each failed trial call doubles it, up to 30 s. Default 2 s. */
  readonly openDuration: number
}

/** The result of a call, for the breaker. `ignored`: it was cancelled or never sent, and says nothing of the server. */
export type CallResult = "success" | "failure" | "ignored"

/** Permission for one call. A stream reports when it begins, and again if it breaks off. */
export interface Permit {
  /** Reports the result; returns the new state if this call changed it. */
  readonly report: (result: CallResult, now: number) => "opened" | "closed" | undefined
}

/** A circuit breaker. */
export interface CircuitBreaker {
  /** A permit, or the milliseconds after which to ask again. */
  readonly tryAcquire: (now: number) => Permit | number
  readonly isOpen: () => boolean
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
  let windowStart = -Infinity
  let calls = 0
  let failures = 0
  let openUntil: number | undefined
  let currentDuration = openDuration
  let trialStart: number | undefined

  const startWindow = (now: number): void => {
    windowStart = now
    calls = 0
    failures = 0
  }
  const open = (now: number, duration: number): "opened" => {
    currentDuration = duration
    openUntil = now + duration
    return "opened"
  }
  const closedPermit: Permit = {
    report: (result, now) => {
      // A call that began before the breaker opened tells nothing new.
      if (openUntil !== undefined || result === "ignored") return undefined
      if (now - windowStart >= window) startWindow(now)
      calls++
      if (result === "failure") failures++
      return calls >= minimumCalls && failures >= calls * failureRatio ? open(now, openDuration) : undefined
    }
  }
  const makeTrialPermit = (): Permit => {
    let isReported = false
    return {
      report: (result, now) => {
        if (isReported) return closedPermit.report(result, now)
        isReported = true
        trialStart = undefined
        if (result === "ignored" || openUntil === undefined) return undefined
        if (result === "failure") return open(now, Math.min(limits.maxOpenDuration, currentDuration * 2))
        openUntil = undefined
        startWindow(now)
        return "closed"
      }
    }
  }
  return {
    isOpen: () => openUntil !== undefined,
    tryAcquire: (now) => {
      if (openUntil === undefined) return closedPermit
      if (now < openUntil) return openUntil - now
      // A trial call that never reports must not keep the breaker open for ever.
      if (trialStart !== undefined && now - trialStart < limits.trialTimeout) return limits.trialRetryAfter
      trialStart = now
      return makeTrialPermit()
    }
  }
}

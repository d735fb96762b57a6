// Stops asking a server that fails, and tries it again one call at a time. Pure: the time is given.
import * as limits from "./limits.ts"

/** How a breaker judges. Times are milliseconds. */
export interface BreakerOptions {
  /** Calls of a window before it may open. Default 10. */
  readonly calls: number
  /** The part of them that must have failed, 0 to 1. Default 0.5. */
  readonly ratio: number
  /** How long calls are judged together. Default 10 s. */
  readonly window: number
  /** How long it first opens; each failed trial doubles it, up to 30 s. Default 2 s. */
  readonly pause: number
}

/** What a call says of the server: it answered, it failed, or nobody waited to see. */
export type Sign = "answered" | "failed" | "unseen"

/** A call that may go ahead. A stream tells that it began, and again when it breaks off. */
export interface Pass {
  /** Gives the new state where this call changed it. */
  readonly tell: (sign: Sign, now: number) => "opened" | "closed" | undefined
}

/** Lets calls pass, or says for how many milliseconds it does not. */
export interface Breaker {
  readonly enter: (now: number) => Pass | number
  readonly isOpen: () => boolean
}

const defaults: BreakerOptions = {
  calls: limits.calls,
  ratio: limits.ratio,
  window: limits.window,
  pause: limits.pause
}

/** A closed breaker. */
export const make = (options: Partial<BreakerOptions> = {}): Breaker => {
  const { calls, pause, ratio, window } = { ...defaults, ...options }
  let startedAt = -Infinity
  let seen = 0
  let failed = 0
  let openUntil: number | undefined
  let openFor = pause
  let triedAt: number | undefined

  const begin = (now: number): void => {
    startedAt = now
    seen = 0
    failed = 0
  }
  const open = (now: number, wait: number): "opened" => {
    openFor = wait
    openUntil = now + wait
    return "opened"
  }
  const usual: Pass = {
    tell: (sign, now) => {
      // What began before it opened says nothing new.
      if (openUntil !== undefined || sign === "unseen") return undefined
      if (now - startedAt >= window) begin(now)
      seen++
      if (sign === "failed") failed++
      return seen >= calls && failed >= seen * ratio ? open(now, pause) : undefined
    }
  }
  const makeTrial = (): Pass => {
    let isTold = false
    return {
      tell: (sign, now) => {
        if (isTold) return usual.tell(sign, now)
        isTold = true
        triedAt = undefined
        if (sign === "unseen" || openUntil === undefined) return undefined
        if (sign === "failed") return open(now, Math.min(limits.longestPause, openFor * 2))
        openUntil = undefined
        begin(now)
        return "closed"
      }
    }
  }
  return {
    isOpen: () => openUntil !== undefined,
    enter: (now) => {
      if (openUntil === undefined) return usual
      if (now < openUntil) return openUntil - now
      // A trial that never tells anything does not keep the others out for ever.
      if (triedAt !== undefined && now - triedAt < limits.trial) return limits.trialWait
      triedAt = now
      return makeTrial()
    }
  }
}

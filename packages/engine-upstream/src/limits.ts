// The numbers of a call to the other server.
// Source: §7.1 for the minute; Assumed: ours for the rest.

/** Milliseconds for one whole answer, or to the head of a stream; then 504. */
export const timeout = 60_000

/** Milliseconds without a byte in a stream; then it fails. Heartbeats count. */
export const idle = 20_000

/** Milliseconds of the longest `Retry-After` that is passed on. */
export const longestAdvice = 60_000

/** Calls judged together before the breaker may open. */
export const calls = 10

/** The part of them that must have failed. */
export const ratio = 0.5

/** Milliseconds over which calls are judged together. */
export const window = 10_000

/** Milliseconds for which the breaker first opens; each failed trial doubles it. */
export const pause = 2_000

/** Milliseconds for which it opens at most. */
export const longestPause = 30_000

/** Milliseconds after which others may ask again while a trial is under way. */
export const trialWait = 1_000

/** Milliseconds after which a trial that told nothing is given up. */
export const trial = 120_000

/** Milliseconds between two lines of the log about a refused key. */
export const refusedKeyLines = 10_000

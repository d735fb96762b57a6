// Timeouts and circuit breaker settings for calls to the upstream server.
// Source: §7.1 for the minute; Assumed: ours for the rest.

/** Milliseconds for a whole response, or for the head of a stream; then the caller gets 504. */
export const timeout = 60_000

/** Milliseconds a stream may be idle before it fails. Heartbeats count as data. */
export const idleTimeout = 20_000

/** The most that an answer has. Commas and colons outside of strings count as values. */
export const answer = { bytes: 16_777_216, members: 131_072 }

/** The same for vectors of embeddings, and for tokens: lists of numbers, with few names. */
export const vectors = { bytes: 67_108_864, members: 8_388_608, colons: 131_072 }

/** Milliseconds of the longest `Retry-After` passed on to the caller. */
export const maxRetryAfter = 60_000

/** Calls within a window before the circuit breaker may open. */
export const minimumCalls = 10

/** Fraction of these calls that must have failed. */
export const failureRatio = 0.5

/** Milliseconds of the window over which calls are counted. */
export const window = 10_000

/** Milliseconds for which the circuit breaker first opens; each failed trial call doubles it. */
export const openDuration = 2_000

/** Milliseconds for which it opens at most. */
export const maxOpenDuration = 30_000

/** `Retry-After` in milliseconds for calls refused while a trial call is in flight. */
export const trialRetryAfter = 1_000

/** Milliseconds after which a trial call without a result is given up. */
export const trialTimeout = 120_000

// Timeouts and circuit breaker settings for calls to the upstream server.
// Source: §7.1 for the minute; Assumed: ours for the rest.

/** Milliseconds for a whole response, or for the head of a stream; then the caller gets 504. */
export const timeout = 60_000

/** Milliseconds a stream may be idle before it fails. Heartbeats count as data. */
export const idleTimeout = 20_000

/** The most that an answer has. Commas and colons outside of strings count as values. */
export const answer = { bytes: 16_777_216, members: 131_072 }

/** The same for vectors of embeddings: lists of numbers, with few names. */
export const vectors = { bytes: 67_108_864, members: 8_388_608, colons: 131_072 }

/** The same for the tokens of a text, each with five names where the server says what it is. */
export const tokens = { ...vectors, colons: 1_048_576 }

/** Milliseconds of the longest `Retry-After` passed on to the caller. */
export const maxRetryAfter = 60_000

/** Calls within a window before the circuit breaker may open. */
export const minimumCalls = 10

/** Fraction of these calls that must have failed. */
export const failureRatio = 0.5

/** Milliseconds of the window over which calls are counted. */
export const window = 10_000

/** Calls that take a window and end without a success, one after the other, before it opens all the same. */
export const hangingCalls = 3

/** Milliseconds for which the circuit breaker first opens, before the backend is probed; doubled until a call succeeds. */
export const openDuration = 2_000

/** Milliseconds for which it opens at most. */
export const maxOpenDuration = 30_000

/** The least `Retry-After` in milliseconds for calls that the circuit breaker refuses, as while a probe is in flight. */
export const probeRetryAfter = 1_000

/** Milliseconds in which a backend must answer a probe. */
export const probeTimeout = 5_000

/** Bytes of a text that count as a token. */
export const bytesPerToken = 4

/** Tokens that an image counts as. */
export const imageTokens = 1_000

/** Tokens reserved for an answer whose request names no limit. */
export const reservedTokens = 4_096

/** Tokens that a model may write in a second in which nothing of its answer came, as while it reasons. */
export const unseenTokensPerSecond = 50

/** How many times our own count of a prompt a backend may report: a token has a byte at least. */
export const mostTimes = 4

/** Tokens that it may report beyond: its templates and instructions, images by address. */
export const mostHidden = 16_384

/** Tokens of an answer that it may report where the request names no limit. */
export const mostOutput = 131_072

/** USD that it may report for a call, whatever its tokens. */
export const mostCost = 10

/** USD that it may report for each token beyond. */
export const mostTokenCost = 0.001

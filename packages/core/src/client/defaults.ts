// Default timeouts, limits and retry figures of the client.

/** Milliseconds for one call: all attempts, delays and bodies. The service itself gives up after about 60 s. */
export const timeout = 75_000

/** Milliseconds from the call of a stream to the head of its response, attempts and delays included. */
export const streamHeadTimeout = 60_000

/** Milliseconds without a byte in a stream. Heartbeats count. */
export const idleTimeout = 60_000

/** Milliseconds without an event in a stream. Heartbeats do not count. */
export const eventTimeout = 300_000

/** Milliseconds to wait for the body of an error response after its head. */
export const errorBodyTimeout = 5_000

/** Bytes of a response body. */
export const maxResponseBytes = 64 * 1024 * 1024

/** Bytes of a response, and its commas and colons, above which a server parses it in slices: at once they take 20 ms. */
export const lightBytes = 1024 * 1024
export const lightMembers = 65_536

/** Bytes of an error response's body. */
export const maxErrorBytes = 64 * 1024

/** Levels of nesting in the JSON of a response. */
export const maxJsonDepth = 128

/** Bytes of a stream buffered before the transport is asked to pause. */
export const streamBufferBytes = 64 * 1024

/** Characters: texts of a request that are shorter are not redacted from a server's message. */
export const minRedactedLength = 12

/** Values in the JSON of a request: a server's message is not shown where there are more to redact. */
export const maxRedactedValues = 60_000

/** Levels of `cause` in which a transport error's code is looked for. */
export const maxCauseDepth = 8

/** Retries of one call: 3 attempts in all. */
export const maxRetries = 2

/** Milliseconds: a call fails at once when the server asks for a longer wait. */
export const maxRetryAfter = 60_000

/** Milliseconds: a longer wait for a rate limit window is not believed, and the next request is sent. */
export const maxRateLimitWait = 3_600_000

/** Milliseconds of the first back-off at most. */
export const initialBackoff = 250

/** The same after the server refused the request for now, as with 429 and 503. */
export const initialRefusedBackoff = 1_000

/** Milliseconds of the longest back-off. */
export const maxBackoff = 10_000

/** Tokens of a full retry budget. */
export const retryTokens = 500

/** Tokens of one retry. */
export const retryCost = 14

/** The same after the server refused the request for now, which cost it little. */
export const refusedRetryCost = 5

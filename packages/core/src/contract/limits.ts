// The numbers every operation shares.
// Source: §8 for the bytes of a body.

/** Bytes of a request body that pass; one more is 413. Checked by the sender and as the server reads the body. */
export const bodyBytes = 33_554_432

// Assumed: ours.
/** Deepest nesting of a request body. Checked as the server reads the body before parsing. */
export const bodyDepth = 64

// Assumed: ours.
/** Commas and colons outside strings: each costs a token at least. Checked as the server reads the body. */
export const bodyMembers = 262_144

// Assumed: ours.
/** Requests per second of one key group for one operation, unless configured. */
export const requestsPerSecond = 100

// Assumed: ours.
/** Milliseconds without a frame after which a stream sends a comment. */
export const keepAlive = 15_000

// Assumed: ours.
/** Milliseconds without an event after which a stream ends, unless configured. */
export const eventTimeout = 300_000

// Assumed: ours.
/** Bytes of all request bodies held at once, unless configured; above the share of a key group, 503. */
export const bodiesBytes = 268_435_456

// Assumed: ours.
/** Bytes of all files that are sent at once, unless configured; above the share of a key group, 503. */
export const downloadsBytes = 33_554_432

// Assumed: ours.
/** Milliseconds for reading one body, unless configured; above, 408. */
export const bodyTimeout = 60_000

// Assumed: ours.
/** Bytes per second with which a body has to arrive or an answer to be read, unless configured; slower, 408 or cut. */
export const minDataRate = 1_024

// Assumed: ours.
/** Milliseconds over which the rate of a body is measured. */
export const rateWindow = 10_000

// Assumed: ours.
/** Concurrent requests of one key group, unless configured; one more is 429. */
export const concurrency = 64

// Assumed: ours.
/** Refused keys of one address in a second, unless configured; one more is 429. */
export const refusedKeysPerSecond = 20

// Assumed: ours.
/** Requests of one address in a second where no key is needed, unless configured; one more is 429. */
export const keylessPerSecond = 100

// Assumed: ours.
/** Bytes of a body above which it is parsed and checked in slices. */
export const lightBytes = 262_144

// Assumed: ours.
/** Commas and colons outside strings above which a body is parsed and checked in slices. */
export const lightMembers = 4_096

// Assumed: ours.
/** Characters of the answers to the calls of one message, as of a batch over MCP; then the rest are 413: all are sent at once. */
export const messageAnswers = 4_194_304

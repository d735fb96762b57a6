// Limits of async chat.
// Source: §2.12, §4.11; none of them is in the document.

// Assumed: ours.
/**
 * Entries of one page, and the default, checked by the query schema; milliseconds for which a page token is good, kept
 * by the store.
 */
export const page = { min: 1, max: 100, fallback: 50, tokenAge: 86_400_000 } as const

// Assumed: ours.
/** Characters of an idempotency key. Checked by the request schema. */
export const idempotencyKey = { min: 1, max: 255 } as const

// Assumed: docs.
/** Milliseconds a request and its response are stored: 7 days. Kept by the store. */
export const retention = 7 * 24 * 60 * 60 * 1000

// Assumed: ours.
/** Milliseconds between two looks at a request: the first, how they grow, and the last. Kept by `createAndPoll`. */
export const poll = { first: 1_000, growth: 1.5, last: 15_000 } as const

// Assumed: ours.
/** Milliseconds until `createAndPoll` gives up: 15 minutes. */
export const pollTimeout = 900_000

// Assumed: ours.
/** Times a request is started: again only when its server died, and then alone. Kept by the store. */
export const starts = 2

// Assumed: ours.
/** Milliseconds a request may run before it fails. Kept by the store, where it is configurable. */
export const longestRun = 1_800_000

// Assumed: ours.
/** Requests of one key group that wait or run, unless an operator sets another number. Kept by the store. */
export const queuedPerGroup = 1_000

// Assumed: ours.
/** Stored requests of one key group, unless an operator sets another number. Kept by the store. */
export const keptPerGroup = 10_000

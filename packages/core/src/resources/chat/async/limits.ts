// Limits of async chat.
// Source: §2.12, §4.11; none of them is in the document.

/** Entries of one page, and the default. Checked by the query schema. */
// Assumed: ours.
export const page = { min: 1, max: 100, fallback: 50 } as const

/** Characters of an idempotency key. Checked by the request schema. */
// Assumed: ours.
export const idempotencyKey = { min: 1, max: 255 } as const

/** Milliseconds a request and its response are stored: 7 days. Kept by the store. */
// Assumed: docs.
export const retention = 604_800_000

/** Times a request is started: again only after a crash. Kept by the store. */
// Assumed: ours.
export const starts = 3

/** Milliseconds a request may run before it fails. Kept by the store, where it is configurable. */
// Assumed: ours.
export const longestRun = 1_800_000

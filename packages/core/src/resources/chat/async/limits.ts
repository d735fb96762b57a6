// The numbers of async chat.
// Source: §2.12, §4.11; none of them is in the document.

/** Assumed: ours. Entries of one page, and how many when the caller does not say. Checked by the query schema. */
export const page = { min: 1, max: 100, fallback: 50 } as const

/** Assumed: ours. Characters of an idempotency key. Checked by the request schema. */
export const idempotencyKey = { min: 1, max: 255 } as const

/** Assumed: docs. Milliseconds a request and its answer are kept: 7 days. Kept by the store. */
export const retention = 604_800_000

/** Assumed: ours. Times a request is begun: more often only a crash in its middle can ask. Kept by the store. */
export const starts = 3

/** Assumed: ours. Milliseconds an answer may take before its request fails. Kept by the store, which may be told another. */
export const longestRun = 1_800_000

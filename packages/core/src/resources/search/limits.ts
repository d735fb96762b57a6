// Limits of search.
// The document shows no limit of search.

/** Queries in one request. Checked by the request schema. */
// Assumed: docs.
export const queries = { min: 1, max: 5 } as const

/** Results of one request; of several queries together. Checked by the request schema. */
// Assumed: OAS.
export const results = { min: 1, max: 20, fallback: 10 } as const

/** Tokens of all snippets together. Checked by the request schema. */
// Assumed: OAS.
export const tokens = { min: 1, max: 1_000_000, fallback: 10_000 } as const

/** Tokens of one snippet. Checked by the request schema. */
// Assumed: OAS.
export const pageTokens = { min: 1, max: 1_000_000, fallback: 4_096 } as const

/** Tokens of one snippet by `search_context_size`, where the request has no number. */
// Assumed: ours.
export const contextTokens = { low: 1_024, medium: 2_048, high: 4_096 } as const

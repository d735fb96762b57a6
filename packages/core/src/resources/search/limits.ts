// Limits of search.
// The document shows no limit of search.

// Assumed: docs.
/** Queries in one request. Checked by the request schema. */
export const queries = { min: 1, max: 5 } as const

// Assumed: OAS.
/** Results of one request; of several queries together. Checked by the request schema. */
export const results = { min: 1, max: 20, fallback: 10 } as const

// Assumed: OAS.
/** Tokens of all snippets together. Checked by the request schema. */
export const tokens = { min: 1, max: 1_000_000, fallback: 10_000 } as const

// Assumed: OAS.
/** Tokens of one snippet. Checked by the request schema. */
export const pageTokens = { min: 1, max: 1_000_000, fallback: 4_096 } as const

// Assumed: ours.
/** Tokens of one snippet by `search_context_size`, where the request has no number. */
export const contextTokens = { low: 1_024, medium: 2_048, high: 4_096 } as const

// Limits of search.
// The interface document shows no limit of search.

// Assumed: docs.
/** Queries in one request. Checked by the request schema. */
export const queries = { min: 1, max: 5 } as const

// Assumed: ours.
/**
 * Calls of a search service for one request, its queries times its languages: each pair is a call. Checked by the
 * backend, because the embedded engine needs none.
 */
export const serviceCalls = 20

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

// Assumed: ours.
/** Results and tokens by `search_context_size`, of the searches behind chat and responses. */
export const contextSizes = {
  low: { max_results: 5, max_tokens_per_page: 1_024, max_tokens: 5_120 },
  medium: { max_results: 8, max_tokens_per_page: 2_048, max_tokens: 12_288 },
  high: { max_results: 12, max_tokens_per_page: 4_096, max_tokens: 32_768 }
} as const

// Limits of responses.
// Source: §4.7, §8; the marked ones are not in the document.

/** Fallback models of one request. Checked by the request schema. */
export const models = { min: 1, max: 5 } as const

/** Steps of one run. Checked by the request schema. */
export const maxSteps = { min: 1, max: 10 } as const

/** Tokens to generate, at least. Checked by the request schema. */
export const maxOutputTokens = { min: 1 } as const

// Assumed: clients.
/** Bounds of `temperature`. Checked by the request schema. */
export const temperature = { min: 0, max: 2 } as const

// Assumed: clients.
/** Bounds of `top_p`. Checked by the request schema. */
export const topP = { min: 0, max: 1 } as const

// Assumed: docs.
/** Characters of the name of an output format. Checked by the request schema. */
export const formatName = { min: 1, max: 64 } as const

// Assumed: OAS.
/** Characters of the address of an image; a data URL may be of any length. */
export const imageAddress = 2048

// Assumed: OAS.
/** Addresses one `fetch_url` call may read. Checked by the request schema. */
export const fetchedAddresses = { min: 1, max: 10 } as const

// Assumed: ours.
/**
 * What one run may do. A tool call beyond it is not made: the model is told the limit, and asked for its answer where
 * the run has no more calls. A run that takes longer has failed.
 */
export const run = {
  /** Tool calls in one answer of the model. */
  callsPerAnswer: 16,
  /** Tool calls of the run. */
  calls: 64,
  /** Addresses that `fetch_url` reads in the run. */
  addresses: 20,
  /** Characters of what its tools find and its model writes between them. */
  characters: 8_000_000,
  /** Milliseconds. */
  duration: 600_000
} as const

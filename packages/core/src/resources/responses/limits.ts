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

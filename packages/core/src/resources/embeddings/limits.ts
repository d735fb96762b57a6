// Limits of embeddings, and those that contextualized ones share.
// Source: §8, §4.6.

/** Texts of one request. Checked by the request schema. */
export const texts = { min: 1, max: 512 } as const

// Assumed: ours.
/** Tokens of one document. A text is a document of its own; "32K" is 32,768. Checked before the engine is called. */
export const documentTokens = 32_768

/** Tokens of one request, over all documents. Checked before the engine is called. */
export const requestTokens = 120_000

/** Components of a vector, at least. Checked by the request schema. */
export const dimensions = 128

/** Components of a vector by the size of the model: the default and the maximum. */
export const sizes = { "0.6b": 1024, "4b": 2560 } as const

// Assumed: ours.
/** Milliseconds the model may take; then the response is 504. Checked around the engine. */
export const modelWait = 60_000

/** Vectors checked between two pauses: of the largest, half a millisecond. */
export const vectorsPerStep = 32

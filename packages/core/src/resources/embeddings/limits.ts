// Limits of embeddings.
// Source: §8, §4.6.

/** Documents of one request, or texts of a plain one. Checked by the request schema. */
export const documents = { min: 1, max: 512 } as const

/** Chunks of one document, at least. Checked by the request schema. */
export const documentChunks = 1

/** Chunks of one request, over all documents. Checked by the request schema. */
export const chunks = 16_000

// Assumed: ours.
/** Tokens of one document. A plain text is a document; "32K" is 32,768. Checked before the engine is called. */
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

/** Vectors checked between two pauses: of the largest, about a millisecond. */
export const vectorsPerStep = 256

/** Documents with fewer vectors that are checked between two pauses. */
export const documentsPerStep = 16

/** Characters made by one call: JavaScript engines limit the number of arguments. */
export const charactersPerCall = 4096

// Limits of contextualized embeddings alone. Those of tokens, dimensions and time are the ones of embeddings.
// Source: §8, §4.6.

/** Documents of one request. Checked by the request schema. */
export const documents = { min: 1, max: 512 } as const

/** Chunks of one document, at least. Checked by the request schema. */
export const documentChunks = 1

/** Chunks of one request, over all documents. Checked by the request schema. */
export const chunks = 16_000

/** Documents with fewer vectors that are checked between two pauses. */
export const documentsPerStep = 16

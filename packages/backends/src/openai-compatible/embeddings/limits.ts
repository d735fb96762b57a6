// Numbers of embeddings over model servers.
// Assumed: ours.

/** Texts of one call, where the server does not say. */
export const batch = 32

/** UTF-8 bytes of the texts of one call: a token has one at least, so no call has more tokens than a text may have. */
export const batchBytes = 32_768

/** Calls of one request in progress at a time. */
export const concurrency = 4

/** Characters of JSON that the vectors of one call's tokens may have: half of what an answer may be long. */
export const vectorCharacters = 32 * 1024 * 1024

/** Characters of JSON of one component. */
export const componentCharacters = 14

/** UTF-8 bytes of a token, at least about so many in text. */
export const bytesPerToken = 2

/** Characters of a document's first chunk that go before each of its chunks. */
export const openingCharacters = 400

/** Characters of the chunk before that go before a chunk. */
export const beforeCharacters = 200

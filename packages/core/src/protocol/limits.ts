// Limits of formats, and sizes of the steps in which they are read and written.

/** UTF-16 units of one event of a stream. */
export const maxEventLength = 1024 * 1024

/** Bytes of a chunk that is kept as it came; smaller ones are merged. */
export const keptChunkBytes = 16_384

/** Bytes of the first buffer into which small chunks are merged, and of the largest. */
export const firstBufferBytes = 4_096
export const bufferBytes = 65_536

// Assumed: ours.
/** Bytes of the header of a multipart part. */
export const maxPartHeaderBytes = 16_384

/** Characters of a multipart content type. */
export const maxContentTypeLength = 1_024

/** Characters of a number and of a name in a large body; a smaller body has no room for more. */
export const maxNumberLength = 262_144
export const maxNameLength = 262_144

/** Members of a value whose JSON is written at once. */
export const atomicMembers = 256

/** Members of a response whose JSON is written at once. */
export const unchunkedMembers = 1_024

/** Characters of a chunk of JSON. */
export const jsonChunkLength = 65_536

/** Members parsed between two pauses. */
export const membersPerStep = 256

/** Characters parsed between two pauses. */
export const charactersPerStep = 16_384

/** Characters that are kept in sight: all of a keyword, most strings and numbers. */
export const lookahead = 4_096

/** Members below an object or array that is large. */
export const largeMembers = 512

/** Characters of strings below an object or array that is long. */
export const longText = 65_536

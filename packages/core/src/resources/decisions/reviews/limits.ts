// Limits of reviews.
// Assumed: ours.

/** Characters of an id. Checked by the request schemas. */
export const idLength = { min: 1, max: 128 } as const

/** Milliseconds for which a review that was taken is its taker's. Kept by the store. */
export const lease = 10 * 60 * 1000

/** Milliseconds for which a page token is good. Kept by the store. */
export const pageTokenAge = 24 * 60 * 60 * 1000

/** Share of the rows acted upon that is kept, too, unless configured. Kept by the store. */
export const audit = 0.02

/** Days for which a review is kept, unless configured. Kept by the store. */
export const days = 30

/** Reviews of one key group, unless configured; beyond it none is kept. Kept by the store. */
export const reviewsPerGroup = 10_000

/** Bytes of the reviews of one key group, unless configured; beyond it none is kept. Kept by the store. */
export const bytesPerGroup = 67_108_864

/** Bytes of a request whose state is kept; of a larger one the review has none. Kept by the store. */
export const stateBytes = 1_048_576

/** Bytes of questions and answers, above which a review is not kept: it is sealed in one go. Kept by the store. */
export const contentBytes = 2_097_152

/** Labels of one review, each by another key. Kept by the store. */
export const labels = 16

/** Characters of the labels of one request, with the names of their questions. Checked before they are stored. */
export const labelCharacters = 65_536

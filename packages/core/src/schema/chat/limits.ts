// Limits of a chat request.
// Source: §4.10, §8; the last is not in the document.

/** Bounds of `max_tokens`. Checked by the request schema. */
export const maxTokens = { min: 1, max: 128_000 } as const

/** Bounds of `temperature`. Checked by the request schema. */
export const temperature = { min: 0, max: 2 } as const

/** Bounds of `top_p`. Checked by the request schema. */
export const topP = { min: 0, max: 1 } as const

// Assumed: ours.
/** Texts at which an answer ends, and characters of each, at most. Checked by the request schema. */
export const stop = { texts: 16, characters: 256 } as const

// Assumed: ours.
/** Messages in one request, at least. Checked by the request schema. */
export const messages = { min: 1 } as const

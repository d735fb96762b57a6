// Limits of the dialect, where they differ from those of decisions.
// Assumed: clients.

/** Questions in one request. Checked by the request schema. */
export const questions = { min: 1, max: 400 } as const

/** Choices of a question. Checked by the request schema. */
export const choices = { min: 2, max: 255 } as const

/** Levels of a question. Checked by the request schema. */
export const levels = { min: 2, max: 10 } as const

/** Items of an input, such as messages. Checked by the request schema. */
export const items = { min: 1, max: 10_000 } as const

/** Characters of a safety identifier. Checked by the request schema. */
export const safetyIdentifier = { max: 128 } as const

/** Calls of the decisions service at a time, for a request with more questions than one takes. */
export const concurrency = 4

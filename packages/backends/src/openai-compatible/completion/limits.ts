// Limits of the answer of a model server, beside its size as JSON.
// Assumed: ours.

/** Function calls in one answer. */
export const toolCalls = 128

/** UTF-16 units of one answer: its text, its reasoning, and the arguments of its function calls. */
export const length = 4_194_304

// Numbers of a model in this process.
// Assumed: ours.

/** Requests that wait for the model, unless the configuration says otherwise. */
export const waiting = 64

/** Tokens of an answer whose request names no limit. */
export const answerTokens = 1_024

/** The temperature of an answer whose request names none. */
export const temperature = 0.2

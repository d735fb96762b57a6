// Times and numbers of model servers.
// Assumed: ours.

/** Time for each question to a server about itself. */
export const probeTimeout = "2 seconds"

/** Time for the first question to a model, which the server may have to load. */
export const readoutProbeTimeout = "20 seconds"

/** Characters per token that no tokenizer reaches with ordinary text: fewer tokens are a prompt that was cut. */
export const mostCharactersPerToken = 8

/** Characters from which on a prompt is compared with its tokens. */
export const comparedCharacters = 2000

// The numbers of the client.
// Source: none; Assumed: ours, the document bounds only requests.

/** Milliseconds for one call: attempts, waits and bodies together. The service itself waits about 60 s. */
export const timeout = 75_000

/** Milliseconds to wait for the body of an error once its status is known. */
export const errorBodyWait = 5_000

/** Milliseconds an ended call waits for its transport to clean up. */
export const cleanup = 25

/** Bytes of an answer. */
export const answer = 64 * 1024 * 1024

/** Bytes read of the body of an error. */
export const errorBody = 64 * 1024

/** Levels of nesting in the JSON of an answer. */
export const depth = 128

/** Characters kept of a server's own words. */
export const words = 1_000

// The numbers of the client.

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

/** Milliseconds from a call of a stream to the head of its answer, attempts and waits included. */
export const firstByte = 60_000

/** Milliseconds without a byte in a stream. Heartbeats count: the connection lives. */
export const idle = 60_000

/** Milliseconds without an event in a stream. Heartbeats do not count. */
export const event = 300_000

/** UTF-16 units of one event of a stream. */
export const eventSize = 1024 * 1024

/** Bytes of a stream read ahead of the caller, before the transport is asked for no more. */
export const ahead = 64 * 1024

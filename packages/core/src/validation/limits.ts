// Limits of service wrappers.

/** Milliseconds a complete stream may take to end its connection, before the connection is closed. */
export const drainTimeout = 25

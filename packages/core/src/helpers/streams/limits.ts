// Limits of streams for browsers.

/** Milliseconds of silence after which a comment is sent: proxies close a silent connection after 30 s or more. */
export const heartbeatInterval = 15_000

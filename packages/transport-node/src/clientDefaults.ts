// Default figures of the client's connections.

/** Connections of a pool. */
export const connections = 64

/** Requests in flight on one HTTP/1.1 connection. */
export const pipelining = 1

/** Milliseconds that an idle connection is kept. */
export const idle = 4_000

/** Milliseconds that an idle connection is kept at most where the server sends a time. */
export const idleMax = 25_000

/** Milliseconds for opening a connection, including TLS. */
export const connectTimeout = 10_000

/** Milliseconds for one address of a host that has several. */
export const addressTimeout = 250

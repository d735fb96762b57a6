// Limits of error messages and issues.

/** Characters kept of a server's message. */
export const messageLength = 1_000

// Assumed: ours.
/** Issues of one body, read or written. */
export const issues = 20

/** Issues named in a message; the others are counted. */
export const issuesInMessage = 3

/** Parts of a path that a server names. */
export const pathParts = 32

/** Characters of a name in a path. */
export const nameLength = 64

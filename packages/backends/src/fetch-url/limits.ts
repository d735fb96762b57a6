// Limits of reading a page of the web.
// Assumed: ours.

/** Milliseconds for a page, with its redirects and robots.txt. */
export const timeout = 10_000

/** Bytes of a page, at most. */
export const pageBytes = 2_097_152

/** Bytes of a robots.txt that are read. */
export const robotsBytes = 512_000

/** Milliseconds for which a robots.txt is kept. */
export const robotsAge = 600_000

/** Sites whose robots.txt is kept. */
export const robotsSites = 100

/** Redirects that are followed. */
export const redirects = 5

/** Characters of an address, at most. */
export const urlLength = 2_048

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

/** The usual ports of the web. */
export const ports: ReadonlyArray<number> = [80, 443]

/** Characters of an address, at most. */
export const urlLength = 2_048

/** Characters of the text of a page, and of its title, that are kept. */
export const textLength = 65_536
export const titleLength = 1_000

/** Attributes of one tag of HTML. A page is read up to a tag that has more. */
export const attributes = 1_000

/** Bytes of a page that are read between two pauses. */
export const bytesPerStep = 16_384

/** Lines of a robots.txt that are read between two pauses. */
export const linesPerStep = 256

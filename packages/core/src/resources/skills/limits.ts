// Limits of skills; those of pages are in schema/limits.ts.
// The document has the page size only.
import { bytesPerStep } from "../../scheduling/limits.ts"

// Assumed: docs.
/** Characters of a skill's name: `a-z`, `0-9`, `-`. Checked when a bundle is read. */
export const nameLength = { min: 1, max: 64 } as const

// Assumed: docs.
/** Characters of a skill's description. Checked when a bundle is read. */
export const descriptionLength = { min: 1, max: 1024 } as const

// Assumed: ours.
/** Characters of an id or a revision. Checked by the request schemas. */
export const idLength = { min: 1, max: 128 } as const

// Assumed: ours.
/** Bytes of a packed bundle that are read from a stream; its request has the limit of all bodies. Checked before sending. */
export const packedBytes = 33_554_432

// Assumed: ours.
/** Entries of a bundle, folders included. Checked when a bundle is read. */
export const entries = 1000

// Assumed: ours.
/** Bytes of the path of an entry. Checked when a bundle is read. */
export const pathBytes = 1024

// Assumed: ours.
/** Bytes of an unpacked bundle, counted while unpacking. Checked when a bundle is read. */
export const unpackedBytes = 64 * 1024 * 1024

// Assumed: ours.
/** Bytes of SKILL.md within which its front matter ends. Checked when a bundle is read. */
export const frontMatterBytes = 16 * 1024

// Assumed: ours.
/** Characters of a line of that front matter. Checked when a bundle is read. */
export const frontMatterLine = 2048

// Assumed: ours.
/** Skills of one key group, unless configured. Kept by the store. */
export const skillsPerGroup = 1000

// Assumed: ours.
/** Revisions of all skills of one key group, unless an operator sets another number. Kept by the store. */
export const revisionsPerGroup = 10_000

// Assumed: ours.
/** Milliseconds for which a page token is good. Kept by the store. */
export const pageTokenAge = 24 * 60 * 60 * 1000

// Assumed: ours.
/** Milliseconds for which the address of a download is good. Kept by the store. */
export const downloadAge = 5 * 60 * 1000

/** Bytes of a stored bundle that are read and sent at once. */
export const filePieceBytes = bytesPerStep

/** Bytes of a bundle that are unpacked between two pauses. */
export const unpackChunkBytes = 256 * 1024

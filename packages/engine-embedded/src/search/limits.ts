// What the index takes, and how it cuts.

/** Bytes of one file; larger ones are left out. */
export const fileBytes = 2 * 1024 * 1024

/** Files of one folder; further ones are left out. */
export const files = 20_000

/** Bytes of all files together; what comes after is left out. */
export const folderBytes = 256 * 1024 * 1024

/** Folders below the first; deeper ones are left out. */
export const depth = 16

/** Characters of one passage. A paragraph stays whole when it fits. */
export const passageCharacters = 1_200

/** Characters of a query that are read, and different words of it that are looked for. */
export const queryCharacters = 4_000
export const queryWords = 64

/** Characters of a title. */
export const titleCharacters = 200

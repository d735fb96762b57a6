// Limits of the search index.

/** Bytes of a file, at most; larger files are skipped. */
export const fileBytes = 2 * 1024 * 1024

/** Files of a folder, at most; further files are skipped. */
export const files = 100_000

/** Bytes of all files together, at most; further files are skipped. */
export const folderBytes = 1024 * 1024 * 1024

/** Levels of sub-folders, at most; deeper ones are skipped. */
export const depth = 16

/** Characters of the texts and terms of a page, at most. Its markup repeats some: headings, and the names of columns. */
export const pageCharacters = 4 * fileBytes

/** Milliseconds of the processor in which a page is read, at most. */
export const readingTime = 5_000

/** Characters of a passage, at most. A paragraph stays whole if it fits. */
export const passageCharacters = 1_200

/** Passages of a page that are read for a query, at most: later ones are not found. */
export const pagePassages = 2_048

/** Characters of a query, and different words of it, that are used at most. */
export const queryCharacters = 4_000
export const queryWords = 32

/** Quoted phrases of a query that are used, at most. */
export const queryPhrases = 8

/** Pages that FTS5 finds for a query, which are then ranked by their passages. */
export const candidates = 50

/** Characters of a title, at most. */
export const titleCharacters = 200

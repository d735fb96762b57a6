// Limits of lists, filters and JSON values.
// Source: §8; those of filters are not in the document.

/** Entries of one page, and the default. Checked by the query schema. */
export const page = { min: 1, max: 200, fallback: 50 } as const

// Assumed: OAS.
/** Entries of a list of domains or languages. Checked by the request schema. */
export const filterEntries = 20

// Assumed: OAS.
/** Characters of one domain, a leading `-` counted. Checked by the request schema. */
export const domainLength = { min: 1, max: 253 } as const

/** Levels of a JSON value. A value that is nested deeper, or contains itself, counts as no JSON. */
export const jsonDepth = 200

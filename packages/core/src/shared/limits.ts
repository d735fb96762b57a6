// The numbers of lists.
// Source: §8.

/** Entries of one page, and how many when the caller does not say. Checked by the query schema. */
export const page = { min: 1, max: 200, fallback: 50 } as const

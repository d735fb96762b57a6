// Limits of key management.
// Source: §4.2, §4.3, §8; none of them is in the document.

/** Characters of a key's name. Checked by the request schema. */
// Assumed: ours.
export const tokenName = { max: 128 } as const

/** Characters of any key. Checked by the schemas. */
// Assumed: ours.
export const authToken = { min: 1, max: 4096 } as const

/** Active keys of one group; one more is 429. Checked by the store, where it is configurable. */
// Assumed: ours.
export const activeKeys = 100

/** Keys that one key may generate in a minute; one more is 429. Checked by the store. */
// Assumed: ours.
export const creationsPerMinute = 10

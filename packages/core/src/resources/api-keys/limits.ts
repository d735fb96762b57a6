// Limits of key management.
// Source: §4.2, §4.3, §8; none of them is in the document.

// Assumed: ours.
/** Characters of a key's name. Checked by the request schema. */
export const tokenName = { max: 128 } as const

// Assumed: ours.
/** Characters of any key. Checked by the schemas. */
export const authToken = { min: 1, max: 4096 } as const

// Assumed: ours.
/** Active keys of one group; one more is 429. Checked by the store, where it is configurable. */
export const activeKeys = 100

// Assumed: ours.
/** Keys that the keys of one group may generate in a minute; one more is 429. Checked by the store. */
export const creationsPerMinute = 10

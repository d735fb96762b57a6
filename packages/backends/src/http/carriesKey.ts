// Finds the API key of a backend in what it sends, so that no caller ever gets it.
import * as Redacted from "effect/Redacted"

/** Characters of a key from which on it is looked for: a shorter one, as `none`, is no secret, and stands in any text. */
const minLength = 16

/** Makes what tells whether a value holds the key, in a text or in a name. */
export const makeCarriesKey = (apiKey: Redacted.Redacted | undefined): ((value: unknown) => boolean) => {
  const key = apiKey === undefined ? "" : Redacted.value(apiKey)
  if (key.length < minLength) return () => false
  const isIn = (text: string): boolean => text.length >= key.length && text.includes(key)
  // Every answer is walked: without an array for each member of it.
  const carries = (value: unknown): boolean => {
    if (typeof value === "string") return isIn(value)
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false
    if (Array.isArray(value)) return value.some(carries)
    const members = value as { readonly [name: string]: unknown }
    for (const name of Object.keys(members)) if (isIn(name) || carries(members[name])) return true
    return false
  }
  return carries
}

// Finds the API key of a backend in what it sends, so that no caller ever gets it.
import { isJsonObject, type Resumable, runToEnd } from "@leadline/core/internal"
import * as Redacted from "effect/Redacted"

/** Characters of a key from which on it is looked for: a shorter one, as `none`, is no secret, and stands in any text. */
const minLength = 16

/** Values that are looked at between two pauses. */
const valuesPerStep = 4_096

/** Makes the search for the key in a value, in its texts and its names. */
export const makeFindKey = (
  apiKey: Redacted.Redacted | undefined
): ((value: unknown) => Resumable<boolean>) => {
  const key = apiKey === undefined ? "" : Redacted.value(apiKey)
  const isIn = (text: string): boolean => text.length >= key.length && text.includes(key)
  return function* (root) {
    if (key.length < minLength) return false
    const left = [root]
    let seen = 0
    while (left.length > 0) {
      if (++seen % valuesPerStep === 0) yield
      const value = left.pop()
      if (typeof value === "string") {
        if (isIn(value)) return true
      } else if (Array.isArray(value)) {
        for (const one of value) {
          if (++seen % valuesPerStep === 0) yield
          if (typeof one === "string" || typeof one === "object") left.push(one)
        }
      } else if (isJsonObject(value) && !ArrayBuffer.isView(value)) {
        for (const name of Object.keys(value)) {
          if (++seen % valuesPerStep === 0) yield
          if (isIn(name)) return true
          left.push(value[name])
        }
      }
    }
    return false
  }
}

/** Makes what tells whether a value holds the key, in a text or in a name. */
export const makeCarriesKey = (apiKey: Redacted.Redacted | undefined): ((value: unknown) => boolean) => {
  const findKey = makeFindKey(apiKey)
  return (value) => runToEnd(findKey(value))
}

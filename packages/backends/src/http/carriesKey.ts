// Finds the API key of a backend in what it sends, so that no caller ever gets it.
import { type Resumable, runToEnd } from "@leadline/core/internal"
import * as Redacted from "effect/Redacted"

/** Characters of a key from which on it is looked for: a shorter one, as `none`, is no secret, and stands in any text. */
const minLength = 16

/** Values that are looked at between two pauses. */
const valuesPerStep = 4_096

/** An array or object that is walked: the names of an object, and how far. */
interface Open {
  readonly container: object
  readonly names: ReadonlyArray<string> | undefined
  at: number
}

const sizeOf = ({ container, names }: Open): number =>
  names?.length ?? (Array.isArray(container) ? container.length : 0)

/** Makes the search for the key in a value, in its texts and its names. */
export const makeFindKey = (
  apiKey: Redacted.Redacted | undefined
): ((value: unknown) => Resumable<boolean>) => {
  const key = apiKey === undefined ? "" : Redacted.value(apiKey)
  const isIn = (text: string): boolean => text.length >= key.length && text.includes(key)
  return function* (root) {
    if (key.length < minLength) return false
    const walked: Array<Open> = []
    let value = root
    for (let seen = 1; ; seen++) {
      if (seen % valuesPerStep === 0) yield
      if (typeof value === "string" && isIn(value)) return true
      if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
        const names = Array.isArray(value) ? undefined : Object.keys(value)
        if (names?.some(isIn) === true) return true
        walked.push({ container: value, names, at: 0 })
      }
      let open = walked.at(-1)
      while (open !== undefined && open.at >= sizeOf(open)) {
        walked.pop()
        open = walked.at(-1)
      }
      if (open === undefined) return false
      const { at, container, names } = open
      value = Reflect.get(container, names === undefined ? at : (names[at] ?? ""))
      open.at++
    }
  }
}

/** Makes what tells whether a value holds the key, in a text or in a name. */
export const makeCarriesKey = (apiKey: Redacted.Redacted | undefined): ((value: unknown) => boolean) => {
  const findKey = makeFindKey(apiKey)
  return (value) => runToEnd(findKey(value))
}

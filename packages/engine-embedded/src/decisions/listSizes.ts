// Lists in a state: what a list of short values does not name is not in it, and the size of any is a number.
import { isJsonObject } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"

/** Lists whose sizes are read, entries and values that are examined, and characters of an entry or a name, at most. */
const maxSizes = 32
const maxValues = 512
const maxLength = 80

const isScalar = (value: Schema.Json): boolean =>
  typeof value === "string" ? value.length <= maxLength : typeof value !== "object" || value === null

const isShort = (value: Schema.Json): boolean =>
  isScalar(value) ||
  (Array.isArray(value) ? value : Object.values(value ?? {})).slice(0, maxValues).every(isScalar)

/** Is an object a part of a message? */
const isPart = (value: Schema.Json): boolean =>
  isJsonObject(value) && (value["type"] === "text" || value["type"] === "image_url")

/** Is a state a list of short values, or of records of them? */
export const isList = (state: Schema.Json): boolean =>
  Array.isArray(state) && state.slice(0, maxValues).every((entry) => !isPart(entry) && isShort(entry))

/** The sizes of the arrays in a state, as text that numbers are read from: "3 attachments items entries elements list". */
export function* listSizes(state: Schema.Json): Generator<string, void> {
  const found: Array<readonly [key: string, value: Schema.Json]> = [["things", state]]
  for (let at = 0, sizes = 0; at < found.length && sizes < maxSizes; at++) {
    const [key, value] = found[at] ?? ["", null]
    const room = maxValues - found.length
    if (Array.isArray(value)) {
      if (at === 0 && value.slice(0, maxValues).some(isPart)) return
      sizes++
      yield `${value.length} ${key.slice(0, maxLength)} items entries elements list`
      for (const entry of value.slice(0, room)) found.push([key, entry])
    } else if (isJsonObject(value))
      for (const name of Object.keys(value).slice(0, room)) found.push([name, value[name] ?? null])
  }
}

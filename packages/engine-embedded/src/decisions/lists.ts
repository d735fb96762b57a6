// Lists in a state: what one does not name is not in it, and its size is a number.
import { isJsonObject } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"

/** Entries and values that are examined, and characters of an entry, at most. */
const maxValues = 512
const maxLength = 80

/** Is a state a list of short values? */
export const isList = (state: Schema.Json): boolean =>
  Array.isArray(state) &&
  state
    .slice(0, maxValues)
    .every((entry) => (typeof entry === "string" ? entry.length <= maxLength : typeof entry !== "object"))

/** The sizes of all arrays in a state, as text that numbers are read from: "3 attachments, items, entries". */
export const listSizes = (state: Schema.Json): ReadonlyArray<string> => {
  const sizes: Array<string> = []
  const found: Array<readonly [key: string, value: Schema.Json]> = [["things", state]]
  for (let at = 0; at < found.length; at++) {
    const [key, value] = found[at] ?? ["", null]
    const room = maxValues - found.length
    if (Array.isArray(value)) {
      // The parts of a message are no list.
      if (value.some((entry) => isJsonObject(entry) && typeof entry["type"] === "string")) continue
      sizes.push(`${value.length} ${key}, items, entries`)
      for (const entry of value.slice(0, room)) found.push([key, entry])
    } else if (isJsonObject(value))
      for (const name of Object.keys(value).slice(0, room)) found.push([name, value[name] ?? null])
  }
  return sizes
}

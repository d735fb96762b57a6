// Whether a state is prose, a record or a list. A record or a list is complete: what it does not have is not so.
import type * as Schema from "effect/Schema"

/** Prose, a JSON object of short values, or a JSON array of them. */
export type Form = "prose" | "record" | "list"

/** Longer strings, and those of several sentences, are prose. */
const maxLength = 80
/** Values that are examined, at most. */
const maxValues = 512

const isProse = (text: string): boolean => text.length > maxLength || /[.!?]["')]*\s+\S/.test(text)

const isPart = (value: Schema.Json): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  typeof Reflect.get(value, "type") === "string"

/** The first {@link maxValues} values of a state, breadth first, each with its key. */
const valuesOf = (state: Schema.Json): ReadonlyArray<readonly [key: string, value: Schema.Json]> => {
  const found: Array<readonly [string, Schema.Json]> = [["", state]]
  for (let at = 0; at < found.length && found.length < maxValues; at++) {
    const [key, value] = found[at] ?? ["", null]
    if (typeof value !== "object" || value === null) continue
    const room = maxValues - found.length
    if (Array.isArray(value)) for (const item of value.slice(0, room)) found.push([key, item])
    else
      for (const name of Object.keys(value).slice(0, room))
        found.push([name, Reflect.get(value, name) ?? null])
  }
  return found
}

/** The form of a state. An object or array with a long string in it is prose, and so are message parts (`{ type: "text" }`). */
export const formOf = (state: Schema.Json): Form => {
  if (typeof state !== "object" || state === null) return "prose"
  if (Array.isArray(state) && state.some(isPart)) return "prose"
  if (valuesOf(state).some(([, value]) => typeof value === "string" && isProse(value))) return "prose"
  return Array.isArray(state) ? "list" : "record"
}

/** The sizes of all arrays in a state, as text that numbers are read from: "3 attachments, items, entries". */
export const listSizes = (state: Schema.Json): ReadonlyArray<string> =>
  valuesOf(state).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return []
    const names = key === "" ? "items, entries, things, elements" : `${key}, items, entries`
    return [`${value.length} ${names}`]
  })

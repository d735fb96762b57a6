// States that are records or lists instead of prose: what they say is complete, and a list can be counted.
import type * as Schema from "effect/Schema"

/** Prose, a record of fields, or a list of entries. */
export type Form = "prose" | "record" | "list"

/** Longer strings, and those of several sentences, are prose. */
const maxLength = 80
/** Values that are looked at, and lists that are counted. */
const maxValues = 512

const isProse = (text: string): boolean => text.length > maxLength || /[.!?]["')]*\s+\S/.test(text)

const isPart = (value: Schema.Json): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  typeof Reflect.get(value, "type") === "string"

/** The values of a state, level by level, as far as they are looked at. */
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

/** The form of a state. A record or list with a long string in it is prose, and so are the parts of a message. */
export const formOf = (state: Schema.Json): Form => {
  if (typeof state !== "object" || state === null) return "prose"
  if (Array.isArray(state) && state.some(isPart)) return "prose"
  if (valuesOf(state).some(([, value]) => typeof value === "string" && isProse(value))) return "prose"
  return Array.isArray(state) ? "list" : "record"
}

/** Sentences that count the lists of a record or list: "There are 3 items." */
export const listSizes = (state: Schema.Json): ReadonlyArray<string> =>
  valuesOf(state).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return []
    const names = key === "" ? "items, entries, things, elements" : `${key}, items, entries`
    return [`${value.length} ${names}`]
  })

/** A line of a record as a sentence: "gift_wrap: no" denies a gift wrap. */
export const fieldAsSentence = (line: string): string =>
  line.replace(/^([^:\n]{1,60}): (?:no|none|false)$/i, "no $1")

/** Words that speak of the list or the record itself. */
export const containerWords: ReadonlySet<string> = new Set(
  `list lists listed item items entry entries record field element elements include included includes contain contained
  contains contents inventory`.split(/\s+/)
)

// Turns the JSON of a state, of instructions or of a description into plain text.
import type * as Schema from "effect/Schema"

const isObject = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = (value: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** What is walked through: the members of an object by their names, those of an array by the name of it. */
interface Open {
  readonly size: number
  readonly member: (at: number) => readonly [key: string, value: Schema.Json]
  at: number
}

const opened = (key: string, value: Schema.JsonObject | Schema.JsonArray): Open => {
  if (!isObject(value)) return { size: value.length, member: (at) => [key, value[at] ?? null], at: 0 }
  const names = Object.keys(value)
  const member = (at: number) => {
    const name = names[at] ?? ""
    return [name, value[name] ?? null] as const
  }
  return { size: names.length, member, at: 0 }
}

/** Each scalar with the name it stands under, in order; `null` gives nothing. */
export function* linesOf(root: Schema.Json | null): Generator<string, void> {
  // A stack of its own: JSON may nest deeper than the call stack.
  const open = [opened("", [root])]
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (last.at === last.size) {
      open.pop()
      continue
    }
    const [key, value] = last.member(last.at++)
    if (value === null) continue
    if (typeof value === "object") open.push(opened(key, value))
    else {
      const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
      yield key === "" ? text : `${key}: ${text}`
    }
  }
}

/** Text of instructions, a criterion or a level; `null` is the empty text. */
export const flatten = (value: Schema.Json | null): string =>
  typeof value === "string" ? value : [...linesOf(value)].join("\n")

/** The parts of a state, one or as many as an array has. Image parts are no text and are left out. */
export const partsOf = (state: Schema.Json): ReadonlyArray<Schema.Json> => {
  if (!Array.isArray(state)) return [state]
  const parts: Array<Schema.Json> = []
  for (const part of state) {
    if (isObject(part) && own(part, "type") === "image_url") continue
    const text = isObject(part) && own(part, "type") === "text" ? own(part, "text") : undefined
    parts.push(typeof text === "string" ? text : part)
  }
  return parts
}

/** Text of a state, one entry per part. */
export const flattenState = (state: Schema.Json): ReadonlyArray<string> => partsOf(state).map(flatten)

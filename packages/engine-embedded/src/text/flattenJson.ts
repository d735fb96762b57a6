// Turns the JSON of a state, of instructions or of a description into plain text.
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { runSync } from "../scheduling/timeSlicer.ts"

const isObject = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = (value: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** What is walked through: the members of an object by their names, those of an array by the name of it. */
interface OpenContainer {
  readonly size: number
  readonly member: (at: number) => readonly [key: string, value: Schema.Json]
  at: number
}

const openContainer = (key: string, value: Schema.JsonObject | Schema.JsonArray): OpenContainer => {
  if (!isObject(value)) return { size: value.length, member: (at) => [key, value[at] ?? null], at: 0 }
  const names = Object.keys(value)
  const member = (at: number) => {
    const name = names[at] ?? ""
    return [name, value[name] ?? null] as const
  }
  return { size: names.length, member, at: 0 }
}

/** Members walked past before others may run. */
const stride = 256

/**
 * Each scalar with the name it stands under, in order; `null` gives nothing. Numbers among them are work done, in
 * units of `Pace`: an object of many names, or many members that gave no line.
 */
export function* scalarLines(root: Schema.Json | null): Generator<string | number, void> {
  if (typeof root === "string") return yield root
  // A stack of its own: JSON may nest deeper than the call stack.
  const open = [openContainer("", [root])]
  let walked = 0
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (++walked % stride === 0) yield stride / 16
    if (last.at === last.size) {
      open.pop()
      continue
    }
    const [key, value] = last.member(last.at++)
    if (value === null) continue
    if (typeof value === "object") {
      const inner = openContainer(key, value)
      open.push(inner)
      // Names are listed all at once.
      if (inner.size > stride) yield inner.size / 4
    } else {
      const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
      yield key === "" ? text : `${key}: ${text}`
    }
  }
}

/** Text of a state, of instructions, a criterion or a level; `null` is the empty text. */
export function* flattenJson(value: Schema.Json | null): CooperativeTask<string> {
  if (typeof value === "string") return value
  const lines: Array<string> = []
  for (const line of scalarLines(value)) {
    if (typeof line === "number") yield line
    else lines.push(line)
  }
  return lines.join("\n")
}

/** The same at once: for what is known to be short. */
export const flattenJsonSync = (value: Schema.Json | null): string => runSync(flattenJson(value))

/** The part of a state that counts as text; an image counts as nothing. */
const partOf = (part: Schema.Json): Schema.Json | undefined => {
  if (!isObject(part)) return part
  const type = own(part, "type")
  if (type === "image_url") return undefined
  const text = type === "text" ? own(part, "text") : undefined
  return typeof text === "string" ? text : part
}

/** Gives a part no text? Of such there may be millions. */
export const isEmptyPart = (part: Schema.Json): boolean => part === null || part === ""

/** The parts of a state, one or as many as an array has. Image parts are no text and are left out. */
export function* textParts(state: Schema.Json): Generator<Schema.Json, void> {
  if (!Array.isArray(state)) return yield state
  for (const part of state) {
    const text = partOf(part)
    if (text !== undefined) yield text
  }
}

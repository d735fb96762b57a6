// Flattens JSON (a state, instructions or a description) to plain text, one line per scalar.
import { isJsonObject } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"

/** Members visited before the task may pause. */
const stride = 256

type Member = readonly [name: string, value: Schema.Json]

/** The members of an object, whose names are all listed without a pause; or the items of an array, which have its name. */
function* membersOf(
  name: string,
  owner: Schema.JsonObject | Schema.JsonArray
): Generator<Member | number, void> {
  const names = isJsonObject(owner) ? Object.keys(owner) : []
  yield names.length / 4
  if (isJsonObject(owner)) for (const key of names) yield [key, owner[key] ?? null]
  else for (const item of owner) yield [name, item]
}

/**
 * One line per scalar, in order: `name: value`. Items of an array have the name of the array, and `null` gives no line. The
 * numbers in between are the cost of the traversal, in units of `TimeSlicer`.
 */
export function* scalarLines(root: Schema.Json | null): Generator<string | number, void> {
  if (typeof root === "string") return yield root
  // An explicit stack: JSON may nest deeper than the call stack.
  const open = [membersOf("", [root])]
  let walked = 0
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (++walked % stride === 0) yield stride / 16
    const { done, value: member } = last.next()
    if (done === true) open.pop()
    else if (typeof member === "number") yield member
    else {
      const [key, value] = member
      if (value === null) continue
      if (typeof value === "object") {
        open.push(membersOf(key, value))
        continue
      }
      const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
      yield key === "" ? text : `${key}: ${text}`
    }
  }
}

/** JSON as text, one line per scalar. A string stays as it is; `null` is the empty text. */
export function* flattenJson(value: Schema.Json | null): CooperativeTask<string> {
  if (typeof value === "string") return value
  const lines: Array<string> = []
  for (const line of scalarLines(value)) {
    if (typeof line === "number") yield line
    else lines.push(line)
  }
  return lines.join("\n")
}

/** Is a part empty? A state may have millions of empty parts. */
export const isEmptyPart = (part: Schema.Json): boolean => part === null || part === ""

/** The parts of a state: the items of an array, else the state itself. Of a message part, its text; images are left out. */
export function* textParts(state: Schema.Json): Generator<Schema.Json, void> {
  if (!Array.isArray(state)) return yield state
  for (const part of state) {
    const { text, type } = isJsonObject(part) ? part : {}
    if (type !== "image_url") yield type === "text" && typeof text === "string" ? text : part
  }
}

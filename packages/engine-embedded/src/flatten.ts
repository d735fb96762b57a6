// Turns the JSON of a state, of instructions or of a description into plain text.
import type * as Schema from "effect/Schema"

const isObject = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = (value: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

const walk = (root: Schema.Json, lines: Array<string>): void => {
  // A stack of its own: JSON may nest deeper than the call stack.
  const open: Array<{ readonly key: string; readonly value: Schema.Json }> = [{ key: "", value: root }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, value } = next
    if (value === null) continue
    if (typeof value !== "object") {
      const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
      lines.push(key === "" ? text : `${key}: ${text}`)
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) open.push({ key, value: value[i] ?? null })
    } else {
      const entries = Object.entries(value).toReversed()
      for (const [name, inner] of entries) open.push({ key: name, value: inner })
    }
  }
}

/** Text of instructions, a criterion or a level; `null` is the empty text. */
export const flatten = (value: Schema.Json | null): string => {
  if (typeof value === "string") return value
  const lines: Array<string> = []
  walk(value, lines)
  return lines.join("\n")
}

/** Text of a state, one entry per part. Image parts are no text and leave nothing. */
export const flattenState = (state: Schema.Json): ReadonlyArray<string> => {
  if (!Array.isArray(state)) return [flatten(state)]
  const parts: Array<string> = []
  for (const part of state) {
    if (isObject(part) && own(part, "type") === "image_url") continue
    const text = isObject(part) && own(part, "type") === "text" ? own(part, "text") : undefined
    parts.push(flatten(typeof text === "string" ? text : part))
  }
  return parts
}

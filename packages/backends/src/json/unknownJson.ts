// Reads values of unknown JSON by their path, own properties alone.
import { ByteScanner, encodeText, isJsonObject } from "@leadline/core/internal"
import * as limits from "../http/limits.ts"

/** Names of properties, and indexes of lists. */
type JsonPath = ReadonlyArray<string | number>

/** The value at a path; undefined where there is none. */
export const valueAt = (value: unknown, ...path: JsonPath): unknown => {
  let at = value
  for (const key of path) {
    if (typeof key === "number") at = Array.isArray(at) ? at[key] : undefined
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

/** The text at a path. */
export const textAt = (value: unknown, ...path: JsonPath): string | undefined => {
  const found = valueAt(value, ...path)
  return typeof found === "string" ? found : undefined
}

/** The finite number at a path. */
export const numberAt = (value: unknown, ...path: JsonPath): number | undefined => {
  const found = valueAt(value, ...path)
  return typeof found === "number" && Number.isFinite(found) ? found : undefined
}

/** The list at a path; empty where there is none. */
export const listAt = (value: unknown, ...path: JsonPath): ReadonlyArray<unknown> => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Levels of the JSON in a text. */
const maxDepth = 128

/** May a text be parsed at once? Of one character a level, it could take seconds. */
const isLight = (text: string): boolean =>
  new ByteScanner({ maxDepth, maxMembers: limits.answer.members }).push(encodeText(text)) === undefined

/** Is a value the JSON text of an object, within the bounds of an answer? */
export const isObjectText = (text: unknown): boolean => {
  try {
    return typeof text === "string" && isLight(text) && isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}

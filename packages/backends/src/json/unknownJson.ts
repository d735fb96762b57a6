// Reads values of unknown JSON by their path, own properties alone.
import { isJsonObject } from "@leadline/core/internal"

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

/** Is a value the JSON text of an object? */
export const isObjectText = (text: unknown): boolean => {
  try {
    return typeof text === "string" && isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}

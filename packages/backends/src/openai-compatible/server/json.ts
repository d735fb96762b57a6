// Reads values of unknown JSON by their path.

/** The value at a path; undefined where there is none. */
export const valueAt = (value: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  let at = value
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** The text at a path. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string | number>): string | undefined => {
  const found = valueAt(value, ...path)
  return typeof found === "string" ? found : undefined
}

/** The finite number at a path. */
export const numberAt = (value: unknown, ...path: ReadonlyArray<string | number>): number | undefined => {
  const found = valueAt(value, ...path)
  return typeof found === "number" && Number.isFinite(found) ? found : undefined
}

/** The list at a path; empty where there is none. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

// A request as `JSON.stringify` would send it: without fields that are undefined, and with dates as text.
import { isPlain } from "./Json.ts"
import { jsonDepth } from "./limits.ts"

/** An invalid date, or an object that only looks like one, is returned itself. */
const date = (value: Date): unknown => {
  try {
    return value.toISOString()
  } catch {
    return value
  }
}

/**
 * A copy without undefined fields and with ISO texts for dates, at any depth. Entries of arrays all stay. A request that
 * is nested too deep to be JSON, or contains itself, is returned itself.
 */
export const asSent = (request: unknown): unknown => {
  // Then nothing more is copied: a value that contains itself twice would have no end.
  let isTooDeep = false
  const copy = (value: unknown, left: number): unknown => {
    if (value instanceof Date) return date(value)
    if (typeof value !== "object" || value === null || isTooDeep || !isPlain(value)) return value
    if (left === 0) {
      isTooDeep = true
      return value
    }
    if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, left - 1))
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) =>
        field === undefined ? [] : [[name, copy(field, left - 1)]]
      )
    )
  }
  const sent = copy(request, jsonDepth)
  return isTooDeep ? request : sent
}

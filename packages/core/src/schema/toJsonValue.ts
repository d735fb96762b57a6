// A request as `JSON.stringify` would send it: without fields that are undefined, and with dates as text.
import * as Predicate from "effect/Predicate"
import { isPlain } from "./Json.ts"
import { jsonDepth } from "./limits.ts"

/** Throws for an invalid date, and at the last level: a value that contains itself twice would have no end. */
const copy = (value: unknown, left: number): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (!Predicate.isObjectOrArray(value) || !isPlain(value)) return value
  if (left === 0) throw new RangeError()
  if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, left - 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, copy(field, left - 1)]]
    )
  )
}

/**
 * A copy without undefined fields and with ISO texts for dates, at any depth. Entries of arrays all stay. A request with
 * an invalid date, nested too deep to be JSON or within itself is returned itself.
 */
export const toJsonValue = (request: unknown): unknown => {
  try {
    return copy(request, jsonDepth)
  } catch {
    return request
  }
}

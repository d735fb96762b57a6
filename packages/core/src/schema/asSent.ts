// A request as `JSON.stringify` would send it: without fields that are undefined, and with dates as text.
import { isPlain } from "./Json.ts"
import { jsonDepth } from "./limits.ts"

const date = (value: Date): unknown => (Number.isNaN(value.getTime()) ? value : value.toISOString())

const copy = (value: unknown, left: number): unknown => {
  if (value instanceof Date) return date(value)
  if (typeof value !== "object" || value === null || left === 0 || !isPlain(value)) return value
  if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, left - 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, copy(field, left - 1)]]
    )
  )
}

/** A copy without undefined fields and with ISO texts for dates, at any depth. Entries of arrays all stay. */
export const asSent = (request: unknown): unknown => copy(request, jsonDepth)

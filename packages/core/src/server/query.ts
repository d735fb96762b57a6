// The query of a request target, read as browsers write it: `application/x-www-form-urlencoded`.
import { encodeText, makeUtf8Decoder } from "../protocol/utf8.ts"

/** Values by name, from a path or a query. */
export interface Values {
  readonly [name: string]: string | ReadonlyArray<string>
}

/** No values. */
export const none: Values = {}

const decoder = makeUtf8Decoder()

const percent = 0x25

/** The value of a hexadecimal digit by its code; NaN for other codes. */
const digit = (code: number | undefined): number =>
  code === undefined ? NaN : Number.parseInt(String.fromCharCode(code), 16)

/** Percent signs without two digits stand for themselves, as browsers have it. */
const decodePercents = (text: string): string => {
  const bytes = encodeText(text)
  let to = 0
  for (let from = 0; from < bytes.length; from++) {
    const byte = bytes[from] ?? 0
    const value = byte === percent ? 16 * digit(bytes[from + 1]) + digit(bytes[from + 2]) : NaN
    bytes[to++] = Number.isNaN(value) ? byte : value
    if (!Number.isNaN(value)) from += 2
  }
  return decoder.decode(bytes.subarray(0, to))
}

const decode = (text: string): string => {
  const spaced = text.replaceAll("+", " ")
  return spaced.includes("%") ? decodePercents(spaced) : spaced
}

/** The query of a request target, by name; a name that is given twice has all its values. */
export const queryOf = (target: string): Values => {
  const start = target.indexOf("?")
  if (start < 0) return none
  const end = target.indexOf("#", start)
  const query = target.slice(start + 1, end < 0 ? undefined : end)
  const values = new Map<string, string | Array<string>>()
  for (const pair of query.split("&")) {
    if (pair === "") continue
    const equals = pair.indexOf("=")
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1))
    const before = values.get(name)
    if (before === undefined) values.set(name, value)
    else if (typeof before === "string") values.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(values)
}

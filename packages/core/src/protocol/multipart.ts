// Encodes and decodes a multipart form with one file, as skills are uploaded.
// Source: §2.6; the form of a part and its name `file` are Assumed: docs.
import { bytesPerStep } from "../scheduling/limits.ts"
import type { Resumable } from "../scheduling/resumable.ts"
import { concatBytes } from "./byteChunks.ts"
import { maxContentTypeLength, maxPartHeaderBytes } from "./limits.ts"

/** The name of the part. */
const partName = "file"

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")

/** The content type of a form with this boundary. */
export const contentType = (boundary: string): string => `multipart/form-data; boundary=${boundary}`

/** A form with one file. The boundary must not occur in the file. */
export const encode = (file: Uint8Array, boundary: string): Uint8Array => {
  const head = ascii(
    `--${boundary}\r\ncontent-disposition: form-data; name="${partName}"; filename="skill.zip"\r\n` +
      "content-type: application/zip\r\n\r\n"
  )
  const end = ascii(`\r\n--${boundary}--\r\n`)
  return concatBytes([head, file, end])
}

/** `name="value"` or `name=value`, as in a content type or disposition. Linear: each character can match in one way. */
const parameter = /;[\t ]*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\t ;"]*))[\t ]*/y

const parametersOf = (header: string): ReadonlyMap<string, string> | undefined => {
  const found = new Map<string, string>()
  let at = header.indexOf(";")
  if (at < 0) return found
  while (at < header.length) {
    parameter.lastIndex = at
    const [whole, name = "", quoted, plain = ""] = parameter.exec(header) ?? []
    if (whole === undefined || found.has(name.toLowerCase())) return undefined
    found.set(name.toLowerCase(), quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1"))
    at += whole.length
  }
  return found
}

/** The boundary in a content type; undefined unless it is `multipart/form-data` with a boundary. */
export const boundaryOf = (type: string): string | undefined => {
  if (!/^multipart\/form-data[\t ]*;/i.test(type) || type.length > maxContentTypeLength) return undefined
  const boundary = parametersOf(type)?.get("boundary")
  return boundary !== undefined && /^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary) ? boundary : undefined
}

const carriageReturn = 0x0d
const lineFeed = 0x0a
const hyphen = 0x2d

const startsWithAt = (bytes: Uint8Array, sought: Uint8Array, at: number): boolean =>
  sought.every((byte, index) => bytes[at + index] === byte)

/** The failure table of Knuth, Morris and Pratt. */
const fallbacks = (sought: Uint8Array): Int32Array => {
  const table = new Int32Array(sought.length + 1)
  let length = 0
  for (let at = 1; at < sought.length; at++) {
    while (length > 0 && sought[at] !== sought[length]) length = table[length] ?? 0
    if (sought[at] === sought[length]) length++
    table[at + 1] = length
  }
  return table
}

/** The first occurrence from `from` on, or -1; in linear time whatever the bytes are. */
function* indexOf(bytes: Uint8Array, sought: Uint8Array, from: number): Resumable<number> {
  const table = fallbacks(sought)
  const first = sought[0] ?? 0
  const wanted = sought.length
  let length = 0
  let at = from
  let pause = from + bytesPerStep
  while (at < bytes.length) {
    if (at >= pause) {
      pause = at + bytesPerStep
      yield
    }
    if (length === 0) {
      const end = Math.min(bytes.length, pause)
      while (at < end && bytes[at] !== first) at++
      if (at === end) continue
    }
    const byte = bytes[at]
    while (length > 0 && byte !== sought[length]) length = table[length] ?? 0
    if (byte === sought[length]) length++
    at++
    if (length === wanted) return at - wanted
  }
  return -1
}

/** The offset after a delimiter's line; `end` for the closing delimiter. */
const afterDelimiter = (bytes: Uint8Array, from: number): number | "end" | undefined => {
  if (bytes[from] === hyphen && bytes[from + 1] === hyphen) return "end"
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : undefined
}

const dispositionOf = (head: string): string | undefined =>
  head
    .split("\r\n")
    .map((line) => /^content-disposition[\t ]*:[\t ]*form-data[\t ]*(;.*)?$/i.exec(line))
    .find((found) => found !== null)?.[1]

/** The file of a form with exactly one part, named `file`; or a sentence that says what is wrong. */
export function* decode(bytes: Uint8Array, boundary: string): Resumable<Uint8Array | string> {
  const delimiter = ascii(`\r\n--${boundary}`)
  // The first delimiter may be at the very beginning, without a line end before it.
  const opening = delimiter.subarray(2)
  const first = startsWithAt(bytes, opening, 0) ? -2 : yield* indexOf(bytes, delimiter, 0)
  const from = first === -1 ? undefined : afterDelimiter(bytes, first + delimiter.length)
  if (from === undefined || from === "end") return "The body has no part"
  const headEnd = yield* indexOf(bytes.subarray(from, from + maxPartHeaderBytes), ascii("\r\n\r\n"), 0)
  if (headEnd < 0) return "The header of the part has no end"
  const start = from + headEnd + 4
  const disposition = dispositionOf(latin(bytes.subarray(from, from + headEnd)))
  if (disposition === undefined || parametersOf(disposition)?.get("name") !== partName) {
    return `The body must have one part, named "${partName}": found another part`
  }
  let end = yield* indexOf(bytes, delimiter, start - 2)
  while (end >= 0) {
    const after = afterDelimiter(bytes, end + delimiter.length)
    if (after === "end") return bytes.subarray(start, Math.max(start, end))
    if (after !== undefined) return `The body must have one part, named "${partName}": found another part`
    end = yield* indexOf(bytes, delimiter, end + 1)
  }
  return "The body ends before its last boundary"
}

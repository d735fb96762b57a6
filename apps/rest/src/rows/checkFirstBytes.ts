// The start of a file of rows, which shows what can be no CSV and no JSON Lines.
import { closeSync, openSync, readSync } from "node:fs"
import { StartupError, unreadable } from "../StartupError.ts"

/** Bytes that are looked at. */
const startSize = 65_536

/** Bytes that show UTF-16 without a byte order mark. */
const wideSize = 64

const refuse = (file: string, message: string) => new StartupError({ message: `${file}: ${message}` })

const read = (file: string): Buffer => {
  let handle: number | undefined
  try {
    handle = openSync(file, "r")
    const bytes = Buffer.alloc(startSize)
    return bytes.subarray(0, readSync(handle, bytes))
  } catch (error) {
    const isDirectory = (error as NodeJS.ErrnoException).code === "EISDIR"
    throw isDirectory ? refuse(file, "is a directory: expected a file of rows") : unreadable(file, error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const isUtf16 = (start: Buffer): boolean => {
  if (["fffe", "feff"].includes(start.toString("hex", 0, 2))) return true
  const pairs = start.subarray(0, Math.min(wideSize, start.length & ~1))
  const isZero = (side: number) => pairs.every((byte, index) => index % 2 !== side || byte === 0)
  return pairs.length > 0 && (isZero(0) || isZero(1))
}

/** The first bytes of a file. Throws a StartupError for a directory, UTF-16 and the file of a spreadsheet program. */
export const readStart = (file: string): Buffer => {
  const start = read(file)
  if (isUtf16(start)) throw refuse(file, "is UTF-16: save it as CSV UTF-8")
  if (start.toString("latin1", 0, 4) === "PK\u0003\u0004") {
    throw refuse(file, "is a spreadsheet: save it as CSV UTF-8")
  }
  return start
}

// The output of a batch is its checkpoint: each line says which row it is, and of which batch.
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  statSync,
  writeSync
} from "node:fs"
import { StartupError } from "../StartupError.ts"
import { openPrivateFile } from "../store/privateFile.ts"
import { halfLength } from "./survey.ts"

/** Rows from 1 that are done, a bit each. */
export class DoneRows {
  readonly #bits: Uint8Array
  count = 0

  constructor(rows: number) {
    this.#bits = new Uint8Array((rows >> 3) + 1)
  }

  has(row: number): boolean {
    return ((this.#bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
  }

  /** False for a row that was there already. */
  add(row: number): boolean {
    if (this.has(row)) return false
    this.#bits[row >> 3] = (this.#bits[row >> 3] ?? 0) | (1 << (row & 7))
    this.count++
    return true
  }
}

const newline = 10

/** The id of a line. */
export const lineId = (fingerprint: string, row: number): string => `batch_req_${fingerprint}_${row}`

const idPattern = /^\{"id":"batch_req_([0-9a-f]{16})_([0-9]+)"/

/** What the lines of another fingerprint are of; without any: what they may be of. */
const differenceOf = (fingerprint: string, other: string): string => {
  if (other === "") return "other questions, another model, another source or other rows"
  const isSameAsked = other.startsWith(fingerprint.slice(0, halfLength))
  const isSameRows = other.endsWith(fingerprint.slice(halfLength))
  const asked = "other questions, other columns, another model or another source"
  return isSameAsked ? "other rows" : isSameRows ? asked : `${asked}, and of other rows`
}

/** Where a line is in its file. */
export interface Place {
  readonly row: number
  readonly offset: number
  readonly length: number
}

/** Reads the places of all whole lines; gives the bytes up to the end of the last one. */
export const readPlaces = async (
  path: string,
  fingerprint: string,
  visit: (place: Place) => void
): Promise<number> => {
  if (!existsSync(path)) return 0
  if (!statSync(path).isFile()) {
    throw new StartupError({ message: `${path}: is no regular file, which a later run could go on from` })
  }
  const foreign = (other = "") =>
    new StartupError({
      message: `${path}: its lines are of ${differenceOf(fingerprint, other)}: give another --out`
    })
  const start = `{"id":"${lineId(fingerprint, 0).slice(0, -1)}`
  let begin = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    let at = 0
    for (let end = bytes.indexOf(newline, at); end !== -1; end = bytes.indexOf(newline, at)) {
      const found = idPattern.exec(bytes.toString("latin1", at, Math.min(end, at + 64)))
      if (found?.[1] !== fingerprint) {
        throw foreign(found?.[1])
      }
      visit({ row: Number(found[2]), offset: begin + at, length: end - at })
      at = end + 1
    }
    begin += at
    rest = bytes.subarray(at)
    // It will be removed: only what a stop has cut may be.
    if (!start.startsWith(rest.toString("latin1", 0, start.length))) throw foreign()
  }
  return begin
}

/** A file that lines are added to, each whole or not at all. */
export interface LineFile {
  readonly append: (line: string) => void
  readonly close: () => void
}

/** Opens a file for lines after its last whole one: what a stop has cut is removed. */
export const openLines = (path: string, size: number): LineFile => {
  const handle = openPrivateFile(path, existsSync(path) ? "r+" : "w")
  try {
    ftruncateSync(handle, size)
  } catch {
    closeSync(handle)
    throw new StartupError({ message: `${path}: cannot be written` })
  }
  let end = size
  return {
    append: (line) => {
      const bytes = Buffer.from(`${line}\n`)
      if (fstatSync(handle).size !== end) {
        throw new StartupError({ message: `${path}: another run writes to it: let one end, then go on` })
      }
      try {
        for (let written = 0; written < bytes.length;) {
          written += writeSync(handle, bytes, written, bytes.length - written, end + written)
        }
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? ""
        throw new StartupError({
          message: `${path}: cannot be written (${code}). Nothing is lost: run the same command again to go on`
        })
      }
      end += bytes.length
    },
    close: () => closeSync(handle)
  }
}

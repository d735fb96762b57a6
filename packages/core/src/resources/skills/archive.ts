// Reads the central directory of a zip archive, and checks that its entries are where it says.
// Unpackers read either the directory or the entries: archives where these could differ are refused.
import { entries as maxEntries } from "./limits.ts"

const signatures = { entry: 0x02014b50, file: 0x04034b50, end: 0x06054b50 }
const sizes = { entry: 46, file: 30, end: 22, comment: 65_535 }

/** Bits of an entry's flags. */
const encrypted = 0x0001 | 0x0040 | 0x2000
const describedLater = 0x0008

/** Sizes and checksum after the data: with or without signature, in 32 or 64 bits. */
const descriptors = [12, 16, 20, 24]

/** File types in a Unix mode: none, a regular file, a folder. */
const plainKinds = [0, 0o100000, 0o040000]

/** The number of entries of an archive, or a sentence that says what is wrong. */
export const countEntries = (bytes: Uint8Array): number | string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === undefined) return "The file is not a zip archive"
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) return `The archive has over ${maxEntries} entries`
  const start = view.getUint32(end + 16, true)
  const isWhole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count
  if (!isWhole || start + view.getUint32(end + 12, true) !== end) return disagrees
  let at = start
  let next = 0
  for (let index = 0; index < count; index++) {
    if (at + sizes.entry > end || view.getUint32(at, true) !== signatures.entry) return disagrees
    const problem = problemOf(view, at)
    if (problem !== undefined) return problem
    const after = afterFile(view, at, next, start)
    if (after === undefined) return disagrees
    next = after
    const further = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    at += sizes.entry + view.getUint16(at + 28, true) + further
  }
  return at === end && next === start ? count : disagrees
}

const disagrees = "The archive is damaged: its entries are not where its directory says"

/** Where the end record starts: the only one whose comment reaches the end of the file. */
const endOf = (view: DataView): number | undefined => {
  const last = view.byteLength - sizes.end
  const first = Math.max(0, last - sizes.comment)
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) === signatures.end && view.getUint16(at + 20, true) === last - at) return at
  }
  return undefined
}

const problemOf = (view: DataView, at: number): string | undefined => {
  if ((view.getUint16(at + 8, true) & encrypted) !== 0) return "The archive is encrypted"
  const mode = view.getUint32(at + 38, true) >>> 16
  return plainKinds.includes(mode & 0o170000)
    ? undefined
    : "The archive holds a link or another file that is not plain"
}

/** Where the data of an entry ends, if it starts where the previous one ended and both its headers agree. */
const afterFile = (view: DataView, at: number, expected: number, limit: number): number | undefined => {
  const file = view.getUint32(at + 42, true)
  const nameLength = view.getUint16(at + 28, true)
  if (file !== expected || file + sizes.file > limit) return undefined
  const agrees =
    view.getUint32(file, true) === signatures.file &&
    view.getUint16(file + 26, true) === nameLength &&
    view.getUint16(file + 6, true) === view.getUint16(at + 8, true) &&
    file + sizes.file + nameLength <= limit &&
    sameBytes(view, file + sizes.file, at + sizes.entry, nameLength)
  if (!agrees) return undefined
  const dataStart = file + sizes.file + nameLength + view.getUint16(file + 28, true)
  const dataEnd = dataStart + view.getUint32(at + 20, true)
  if ((view.getUint16(at + 8, true) & describedLater) === 0) return dataEnd <= limit ? dataEnd : undefined
  return descriptors.map((size) => dataEnd + size).find((end) => end === limit || isFile(view, end, limit))
}

const isFile = (view: DataView, at: number, limit: number): boolean =>
  at + sizes.file <= limit && view.getUint32(at, true) === signatures.file

const sameBytes = (view: DataView, left: number, right: number, length: number): boolean => {
  if (right + length > view.byteLength) return false
  for (let index = 0; index < length; index++) {
    if (view.getUint8(left + index) !== view.getUint8(right + index)) return false
  }
  return true
}

// Reads the central directory of a zip archive, and checks that its entries are where it says.
// Unpackers read either the directory or the entries: archives where these could differ are refused.
import { entries as maxEntries, pathBytes } from "./limits.ts"

const signatures = { entry: 0x02014b50, file: 0x04034b50, end: 0x06054b50 }
const sizes = { entry: 46, file: 30, end: 22, comment: 65_535 }

/** Bits of an entry's flags. */
const encrypted = 0x0001 | 0x0040 | 0x2000
const describedLater = 0x0008
const utf8 = 0x0800

/** Sizes and checksum after the data: with or without signature, in 32 or 64 bits. */
const descriptors = [12, 16, 20, 24]

/** File types in a Unix mode: none, a regular file, a folder. */
const plainKinds = [0, 0o100000, 0o040000]

/**
 * Extra fields that are known to give no path: sizes (ZIP64), times, permissions, owners, a comment, padding, and a mark of
 * Java archives. Others may, and some unpackers follow them.
 */
const knownFields = [
  0x0001, 0x000a, 0x4453, 0x5455, 0x5855, 0x6375, 0x7855, 0x7875, 0xa11e, 0xa220, 0xcafe, 0xd935
]

/** A path in UTF-8 behind a version and a checksum, which some programs add to names that are UTF-8 already. */
const unicodePath = { field: 0x7075, head: 5 }

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
    const name = at + sizes.entry
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    if (after === undefined || name + nameLength + extraLength > end) return disagrees
    if (nameLength > pathBytes)
      return `Entry ${index + 1} of the archive has a path of over ${pathBytes} bytes`
    const isUtf8 = (view.getUint16(at + 8, true) & utf8) !== 0
    const field =
      fieldWithPath(view, name, nameLength, extraLength, isUtf8) ??
      fieldWithPath(view, next + sizes.file, nameLength, view.getUint16(next + 28, true), isUtf8)
    if (field !== undefined) {
      const id = `0x${field.toString(16).padStart(4, "0")}`
      return `Entry ${index + 1} of the archive has the extra field ${id}, which may give it another path: pack it without extra fields, as zip -X does`
    }
    next = after
    at = name + nameLength + extraLength + view.getUint16(at + 32, true)
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

/** The first extra field behind a name that may give another path, or that is cut off. */
const fieldWithPath = (
  view: DataView,
  name: number,
  nameLength: number,
  length: number,
  isUtf8: boolean
): number | undefined => {
  const end = name + nameLength + length
  for (let at = name + nameLength; at + 4 <= end;) {
    const field = view.getUint16(at, true)
    const path = at + 4 + unicodePath.head
    const next = at + 4 + view.getUint16(at + 2, true)
    if (next > end) return field
    const isName = next - path === nameLength && sameBytes(view, path, name, nameLength)
    if (!knownFields.includes(field) && !(isUtf8 && field === unicodePath.field && isName)) return field
    at = next
  }
  return undefined
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

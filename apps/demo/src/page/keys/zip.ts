// Writes a zip archive of uncompressed files (APPNOTE 6.3), to upload a skill that was written on the page.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

const checksum = (bytes: Uint8Array): number => {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8)
  return (rest ^ 0xffffffff) >>> 0
}

/** Little-endian fields, each with its width in bytes. */
const record = (fields: ReadonlyArray<readonly [width: 2 | 4, value: number]>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return bytes
}

/** Names are UTF-8. */
const flags = 0x0800
/** 1980-01-01, the first day of the format. */
const firstDay = 0x21

const sizeOf = (some: ReadonlyArray<Uint8Array>): number => some.reduce((sum, { length }) => sum + length, 0)

/** An archive of text files by path. */
export const zip = (files: { readonly [path: string]: string }): Blob => {
  const encoder = new TextEncoder()
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  const central: Array<Uint8Array<ArrayBuffer>> = []
  for (const [path, text] of Object.entries(files)) {
    const name = encoder.encode(path)
    const data = encoder.encode(text)
    const shared = [
      [2, 20],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, checksum(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0]
    ] as const
    const offset = sizeOf(parts)
    parts.push(record([[4, 0x04034b50], ...shared]), name, data)
    central.push(
      record([[4, 0x02014b50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      name
    )
  }
  const count = central.length / 2
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, sizeOf(central)],
    [4, sizeOf(parts)],
    [2, 0]
  ])
  return new Blob([...parts, ...central, end], { type: "application/zip" })
}

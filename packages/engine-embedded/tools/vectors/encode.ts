// Encodes distilled vectors as the file that `src/vectors/wordVectors.ts` reads.
import * as Zlib from "node:zlib"

/** The content of the file. Vectors have equal dimensions; words are sorted by falling frequency. */
export interface VectorSource {
  readonly words: ReadonlyArray<string>
  readonly ranks: ReadonlyArray<number>
  /** Sentiment of each word, -5 to 5; mostly 0. */
  readonly valences: ReadonlyArray<number>
  readonly vectors: ReadonlyArray<Float64Array>
  readonly neighbours: ReadonlyArray<ReadonlyArray<{ readonly index: number; readonly similarity: number }>>
  readonly opposites: ReadonlyArray<readonly [number, number]>
}

/** "LLEV" */
const mark = 0x56454c4c

/** Layout: 32 bytes of header, then words, ranks, valences, vectors, neighbour indices and similarities, opposites. */
export const encodeVectors = (source: VectorSource): Uint8Array => {
  const text = new TextEncoder().encode(source.words.join("\n"))
  const count = source.words.length
  const dimensions = source.vectors[0]?.length ?? 0
  const neighbours = source.neighbours[0]?.length ?? 0
  const ranks = new DataView(new ArrayBuffer(count * 4))
  for (const [i, rank] of source.ranks.entries()) ranks.setUint32(i * 4, rank, true)
  const vectors = new Int8Array(count * dimensions)
  for (const [i, row] of source.vectors.entries()) {
    // All rows get the same length, so that a weighted sum of rows favours no word.
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1
    for (const [d, value] of row.entries()) {
      vectors[i * dimensions + d] = Math.max(-127, Math.min(127, Math.round((value / length) * 300)))
    }
  }
  const indices = new DataView(new ArrayBuffer(count * neighbours * 2))
  const similarities = new Uint8Array(count * neighbours)
  for (const [i, row] of source.neighbours.entries()) {
    for (const [n, entry] of row.entries()) {
      indices.setUint16((i * neighbours + n) * 2, entry.index, true)
      similarities[i * neighbours + n] = Math.round(Math.max(0, entry.similarity) * 255)
    }
  }
  const opposites = new DataView(new ArrayBuffer(source.opposites.length * 4))
  for (const [i, [left, right]] of source.opposites.entries()) {
    opposites.setUint16(i * 4, left, true)
    opposites.setUint16(i * 4 + 2, right, true)
  }
  const body = Buffer.concat([
    text,
    new Uint8Array(ranks.buffer),
    new Uint8Array(Int8Array.from(source.valences).buffer),
    new Uint8Array(vectors.buffer),
    new Uint8Array(indices.buffer),
    similarities,
    new Uint8Array(opposites.buffer)
  ])
  const header = new DataView(new ArrayBuffer(32))
  const fields = [mark, 1, count, dimensions, neighbours, source.opposites.length, text.length]
  for (const [i, value] of fields.entries()) header.setUint32(i * 4, value, true)
  // The checksum covers the header before it, and the body.
  header.setUint32(28, Zlib.crc32(body, Zlib.crc32(new Uint8Array(header.buffer, 0, 28))), true)
  return Buffer.concat([new Uint8Array(header.buffer), body])
}

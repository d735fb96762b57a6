// Word vectors: decodes the data file and looks words up.
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { stem } from "../text/stem.ts"

/** The data file of the package is missing or damaged; the message says how. Reinstall the package. */
export class EngineDataError extends Data.TaggedError("EngineDataError")<{ readonly message: string }> {}

/** A vocabulary with a vector, frequency rank, sentiment, neighbours and antonyms per word. */
export interface WordVectors {
  readonly dimensions: number
  /** Index of a word; `undefined` when it is not in the vocabulary. */
  readonly indexOf: (word: string) => number | undefined
  /** Frequency rank of a word; 1 is the most frequent. */
  readonly rank: (index: number) => number
  /** Sentiment of a word, -5 (bad) to 5 (good); mostly 0. */
  readonly valence: (index: number) => number
  /** How many words the vocabulary has. */
  readonly size: number
  /** Adds the vector of a word, times a scale, to a sum. All vectors have nearly the same length. */
  readonly add: (sum: Float64Array, index: number, scale: number) => void
  /** Words of similar meaning, with their similarity, 0 to 1. */
  readonly neighbours: (
    index: number
  ) => ReadonlyArray<{ readonly word: string; readonly similarity: number }>
  /** Antonyms of a word, and of others of its stem. */
  readonly opposites: (word: string) => ReadonlyArray<string>
}

/** The failure of a data file with which something is wrong. */
export const unusable = (wrong: string): EngineDataError =>
  new EngineDataError({ message: `The engine's data file vectors.bin is not usable: ${wrong}.` })

const headerBytes = 32
const version = 1

/** Decodes the bytes of `data/vectors.bin`. Fails with `EngineDataError` when they are truncated or of another version. */
export const loadWordVectors = Effect.fnUntraced(function* (bytes: Uint8Array) {
  if (bytes.length < headerBytes) return yield* unusable(`it has ${bytes.length} bytes, less than its header`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const field = (index: number): number => view.getUint32(4 * index, true)
  const magic = String.fromCharCode(...bytes.subarray(0, 4))
  if (magic !== "LLEV") return yield* unusable("it does not start with LLEV")
  if (field(1) !== version)
    return yield* unusable(`it has version ${field(1)}, this engine reads version ${version}`)
  const [count, dimensions, neighbourCount] = [field(2), field(3), field(4)]
  const [oppositeCount, textBytes] = [field(5), field(6)]
  let end = headerBytes
  /** Where the next part begins, of so many bytes. */
  const part = (size: number): number => (end += size) - size
  const textAt = part(textBytes)
  const rankAt = part(count * 4)
  const valenceAt = part(count)
  const tableAt = part(count * dimensions)
  const neighbourAt = part(count * neighbourCount * 2)
  const similarityAt = part(count * neighbourCount)
  const oppositeAt = part(oppositeCount * 4)
  if (bytes.length !== end) return yield* unusable(`it has ${bytes.length} bytes, its header says ${end}`)
  const words = new TextDecoder().decode(bytes.subarray(textAt, rankAt)).split("\n")
  if (words.length !== count)
    return yield* unusable(`it lists ${words.length} words, its header says ${count}`)
  const indexes = new Map(words.map((word, index) => [word, index]))
  const opposites = new Map<string, Array<string>>()
  const oppose = (from: string, to: string): void => {
    opposites.set(stem(from), [...(opposites.get(stem(from)) ?? []), to])
  }
  for (let i = 0; i < oppositeCount; i++) {
    const left = words[view.getUint16(oppositeAt + i * 4, true)] ?? ""
    const right = words[view.getUint16(oppositeAt + i * 4 + 2, true)] ?? ""
    oppose(left, right)
    oppose(right, left)
  }
  const vectors: WordVectors = {
    dimensions,
    indexOf: (word) => indexes.get(word),
    rank: (index) => view.getUint32(rankAt + index * 4, true),
    valence: (index) => view.getInt8(valenceAt + index),
    size: count,
    add: (sum, index, scale) => {
      const row = tableAt + index * dimensions
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * view.getInt8(row + d)
    },
    neighbours: (index) =>
      Array.from({ length: neighbourCount }, (_, n) => ({
        word: words[view.getUint16(neighbourAt + (index * neighbourCount + n) * 2, true)] ?? "",
        similarity: (bytes[similarityAt + index * neighbourCount + n] ?? 0) / 255
      })),
    opposites: (word) => opposites.get(stem(word)) ?? []
  }
  return vectors
})

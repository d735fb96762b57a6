// Plans the texts of each call, and the context of a chunk where there are no vectors of tokens. Pure.
// Assumed: ours.
import { bytesOf } from "@leadline/core/internal"
import * as limits from "./limits.ts"

/** Lists of indexes, each with so many texts and bytes at most; a text of more bytes is alone. */
export const batchesOf = (
  sizes: ReadonlyArray<number>,
  most: { readonly texts: number; readonly bytes: number }
): ReadonlyArray<ReadonlyArray<number>> => {
  const batches: Array<Array<number>> = []
  let bytes = Infinity
  for (const [index, size] of sizes.entries()) {
    const last = batches.at(-1)
    if (last === undefined || last.length >= most.texts || bytes + size > most.bytes) {
      batches.push([index])
      bytes = size
    } else {
      last.push(index)
      bytes += size
    }
  }
  return batches
}

/** A whole, shared out in whole numbers by size: the shares sum to it. */
export const shareOut = (whole: number, sizes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let given = 0
  let seen = 0
  return sizes.map((size) => {
    seen += size
    const upTo = Math.round((whole * seen) / Math.max(1, total))
    const share = upTo - given
    given = upTo
    return share
  })
}

/** UTF-8 bytes of a text. */
export const sizeOfText = (text: string): number => bytesOf(text).length

/** A chunk with the beginning of its document, which mostly names the subject, and the end of the chunk before. */
export const withContext = (chunks: ReadonlyArray<string>, place: number): string => {
  const chunk = chunks[place] ?? ""
  if (place === 0) return chunk
  const opening = (chunks[0] ?? "").slice(0, limits.openingCharacters)
  const before = place === 1 ? "" : (chunks[place - 1] ?? "").slice(-limits.beforeCharacters)
  return [opening, before, chunk].filter((part) => part !== "").join("\n")
}

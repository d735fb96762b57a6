// Assigns the tokens of a text to its chunks. Pure.
// Assumed: ours.
import { bytesOf } from "@leadline/core/internal"

/** The bytes of each token as the tokenizer wrote them; empty for tokens that stand for no text. */
export type Pieces = ReadonlyArray<Uint8Array>

const space = 32

/** Does `piece` stand at a place in `text`? */
const standsAt = (text: Uint8Array, at: number, piece: Uint8Array): boolean =>
  at + piece.length <= text.length && piece.every((byte, index) => text[at + index] === byte)

/**
 * The byte at which each token begins, or undefined where the tokens do not spell the text. A tokenizer may put a space
 * before the text, and tokens that stand for none, such as `<s>`, before and after it.
 */
export const placesOf = (text: Uint8Array, pieces: Pieces): ReadonlyArray<number | undefined> | undefined => {
  const places: Array<number | undefined> = []
  let at = 0
  for (const piece of pieces) {
    const withoutSpace = at === 0 && piece[0] === space ? piece.subarray(1) : piece
    const standing = [piece, withoutSpace].find((one) => one.length > 0 && standsAt(text, at, one))
    places.push(standing === undefined ? undefined : at)
    at += standing?.length ?? 0
  }
  return at === text.length ? places : undefined
}

/** Chunks as one text, and where each begins. */
export const joinChunks = (chunks: ReadonlyArray<string>) => {
  const text = chunks.join("\n")
  const starts: Array<number> = []
  let at = 0
  for (const chunk of chunks) {
    starts.push(at)
    at += bytesOf(chunk).length + 1
  }
  return { text, starts }
}

/**
 * For each chunk the indexes of its tokens: those that begin in it, or else the last one before, which holds it.
 * Undefined where the tokens do not spell the text.
 */
export const spansOf = (
  text: string,
  starts: ReadonlyArray<number>,
  pieces: Pieces
): ReadonlyArray<ReadonlyArray<number>> | undefined => {
  const places = placesOf(bytesOf(text), pieces)
  if (places === undefined) return undefined
  const spans: Array<Array<number>> = starts.map(() => [])
  let chunk = 0
  let last: number | undefined
  const lastBefore = starts.map((): number | undefined => undefined)
  for (const [token, place] of places.entries()) {
    if (place === undefined) continue
    while (chunk + 1 < starts.length && place >= (starts[chunk + 1] ?? 0)) lastBefore[++chunk] = last
    spans[chunk]?.push(token)
    last = token
  }
  for (let rest = chunk + 1; rest < starts.length; rest++) lastBefore[rest] = last
  return spans.map((own, index) => (own.length > 0 ? own : [lastBefore[index] ?? 0]))
}

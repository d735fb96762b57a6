// Reads a text in chunks through a moving window, so that a large body is never one string.
import { concatBytes } from "../byteChunks.ts"
import { makeUtf8Decoder } from "../utf8.ts"

/** The chunks of one text. */
export interface TextChunks {
  /** The next chunk; undefined at the end. */
  readonly next: () => string | undefined
  /** The length of all chunks so far, in bytes of UTF-8. */
  readonly bytes: () => number
}

/** The length of a text in bytes of UTF-8. A surrogate counts as half of a four-byte character. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return bytes
}

/** A text that is complete already. */
export const chunksOfText = (...texts: ReadonlyArray<string>): TextChunks => {
  let at = 0
  return {
    next: () => texts[at++],
    bytes: () => texts.slice(0, at).reduce((bytes, text) => bytes + utf8Length(text), 0)
  }
}

/** The bytes at the end that begin a character without ending it. */
const unfinishedBytes = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    return back < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? back : 0
  }
  return 0
}

/**
 * Decodes valid UTF-8 chunk by chunk, without a byte order mark. Each decoded chunk is removed from the array, so that
 * its memory is freed.
 */
export const decodeChunks = (pieces: Array<Uint8Array>): TextChunks => {
  const decoder = makeUtf8Decoder()
  let isFirst = true
  let read = 0
  // A chunk may be shorter than a character.
  let ending = new Uint8Array(0)
  return {
    next: () => {
      const piece = pieces.shift()
      if (piece === undefined) return undefined
      const text = decoder.decode(piece, { stream: true })
      read += piece.length
      ending = concatBytes([ending, piece.subarray(-3)]).slice(-3)
      if (!isFirst || text === "") return text
      isFirst = false
      if (!text.startsWith("\ufeff")) return text
      read -= 3
      return text.slice(1)
    },
    bytes: () => read - unfinishedBytes(ending)
  }
}

/** A window on a text, and a position in it. */
export class TextReader {
  /** The text in the window: from an earlier position to the end of the last chunk read. */
  text = ""
  /** The position in `text`. */
  at = 0
  /** Characters of all chunks read so far. */
  length = 0
  private readonly parts: TextChunks
  private isWhole = false

  constructor(parts: TextChunks) {
    this.parts = parts
  }

  /** Reads chunks until `least` characters follow the position, and drops the text before it; false at the end. */
  readAhead(least: number): boolean {
    if (this.isWhole) return false
    let rest = this.text.slice(this.at)
    const before = rest.length
    while (rest.length < least) {
      const part = this.parts.next()
      if (part === undefined) {
        this.isWhole = true
        break
      }
      rest += part
      this.length += part.length
    }
    if (rest.length === before) return false
    this.text = rest
    this.at = 0
    return true
  }

  /** The position in the whole text, in bytes of UTF-8. */
  byteOffset(): number {
    return this.parts.bytes() - utf8Length(this.text.slice(this.at))
  }
}

// A text that comes in parts, read through a window: a large body is never one string.
import { concatBytes } from "../byteChunks.ts"
import { makeUtf8Decoder } from "../utf8.ts"

/** The parts of one text. */
export interface TextChunks {
  /** The next part; undefined when there is none. */
  readonly next: () => string | undefined
  /** Bytes of UTF-8 of the parts given so far. */
  readonly bytes: () => number
}

/** The bytes of a text. A surrogate is half of a character of four. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return bytes
}

/** A text that is there already. */
export const chunksOfText = (...texts: ReadonlyArray<string>): TextChunks => {
  let at = 0
  return {
    next: () => texts[at++],
    bytes: () => texts.slice(0, at).reduce((bytes, text) => bytes + utf8Length(text), 0)
  }
}

/** Bytes at the end of strict UTF-8 whose character goes on behind it. */
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
 * Strict UTF-8 in pieces as text, decoded piece by piece; one byte order mark is dropped. Lets go of each piece that is
 * decoded: the list is empty at the end.
 */
export const decodeChunks = (pieces: Array<Uint8Array>): TextChunks => {
  const decoder = makeUtf8Decoder()
  let isFirst = true
  let read = 0
  // A piece may be shorter than a character.
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

/** What can be seen of a text. */
export class TextReader {
  /** The text from somewhere on, up to the last part that was taken. */
  text = ""
  /** Where the reader is in `text`. */
  at = 0
  /** Characters of all parts taken so far. */
  length = 0
  private readonly parts: TextChunks
  private isWhole = false

  constructor(parts: TextChunks) {
    this.parts = parts
  }

  /** Takes parts until so many characters stand before the reader, and lets go of what is read; false: there were none. */
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

  /** The place of the reader, in bytes of UTF-8. */
  byteOffset(): number {
    return this.parts.bytes() - utf8Length(this.text.slice(this.at))
  }
}

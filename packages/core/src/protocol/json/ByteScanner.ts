// Scans a JSON body while it arrives, before it is parsed: nesting, members and UTF-8.
// Source: §8. What is too deep or too large to parse is refused at the byte where it becomes so.

/** `depth`: nested too deep. `members`: too many commas and colons. `utf8`: invalid UTF-8. */
export type ScanProblem = "depth" | "members" | "utf8"

/** Limits of a body, outside of strings. */
export interface ScanLimits {
  /** Levels of open brackets and braces. */
  readonly maxDepth: number
  /** Commas and colons in the whole body. */
  readonly maxMembers: number
}

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
class Utf8Validator {
  // How many bytes of the character are missing, and the range of the next one.
  #missing = 0
  #least = 0
  #largest = 0

  /** Is the last character incomplete? */
  get isOpen(): boolean {
    return this.#missing > 0
  }

  /** Reads characters beyond ASCII from `from` on; returns where ASCII begins again, or -1 at an invalid byte. */
  read(chunk: Uint8Array, from: number): number {
    let left = this.#missing
    let low = this.#least
    let high = this.#largest
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (left > 0) {
        if (byte < low || byte > high) return -1
        left--
        low = 0x80
        high = 0xbf
      } else {
        if (byte < 0x80) break
        if (byte < 0xc2 || byte > 0xf4) return -1
        left = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
        low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
        high = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
      }
    }
    this.#missing = left
    this.#least = low
    this.#largest = high
    return at
  }
}

// Assumed: ours.
/**
 * A scanner of one body, at 1 to 3 ns a byte; a problem stays once it is found. It does not check that the body is JSON:
 * what precedes the first syntax error has been counted, and a parser would read no further.
 */
export class ByteScanner {
  readonly #limits: ScanLimits
  readonly #text = new Utf8Validator()
  #problem: ScanProblem | undefined
  #inString = false
  #escaped = false
  #depth = 0
  #members = 0

  constructor(limits: ScanLimits) {
    this.#limits = limits
  }

  /** Scans the next bytes, split anywhere; they are not kept. */
  push(chunk: Uint8Array): ScanProblem | undefined {
    return (this.#problem ??= this.#scan(chunk))
  }

  /** Ends the body: an incomplete character is a problem. */
  end(): ScanProblem | undefined {
    return (this.#problem ??= this.#text.isOpen ? "utf8" : undefined)
  }

  /** Commas and colons so far, outside of strings. */
  get members(): number {
    return this.#members
  }

  // State and constants are local variables: fields would slow the loops down.
  #scan(chunk: Uint8Array): ScanProblem | undefined {
    const { maxDepth, maxMembers } = this.#limits
    const text = this.#text
    const quotationMark = 0x22
    const comma = 0x2c
    const colon = 0x3a
    const backslash = 0x5c
    const openBrace = 0x7b
    const closeBrace = 0x7d
    // Turns a bracket into a brace, and no other character into either.
    const braceBit = 0x20
    const { length } = chunk
    let quoted = this.#inString
    let open = this.#depth
    let parted = this.#members
    let at = 0
    if (this.#escaped && length > 0) {
      this.#escaped = false
      if ((chunk[0] ?? 0) < 0x80) at = 1
    }
    while (at < length) {
      if (text.isOpen || (chunk[at] ?? 0) >= 0x80) {
        at = text.read(chunk, at)
        if (at < 0) return "utf8"
      }
      if (quoted) {
        while (at < length) {
          const byte = chunk[at] ?? 0
          if (byte >= 0x80) break
          at++
          if (byte === quotationMark) {
            quoted = false
            break
          }
          if (byte === backslash) {
            if (at === length) this.#escaped = true
            else if ((chunk[at] ?? 0) < 0x80) at++
          }
        }
      } else {
        while (at < length) {
          const byte = chunk[at] ?? 0
          if (byte >= 0x80) break
          at++
          if (byte === quotationMark) {
            quoted = true
            break
          }
          if (byte === comma || byte === colon) {
            if (++parted > maxMembers) return "members"
          } else if ((byte | braceBit) === openBrace) {
            if (++open > maxDepth) return "depth"
          } else if ((byte | braceBit) === closeBrace) open--
        }
      }
    }
    this.#inString = quoted
    this.#depth = open
    this.#members = parted
    return undefined
  }
}

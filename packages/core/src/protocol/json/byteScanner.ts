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

/** Scans one body. A problem stays once it is found. */
export interface ByteScanner {
  /** Scans the next bytes, split anywhere; they are not kept. */
  readonly push: (chunk: Uint8Array) => ScanProblem | undefined
  /** Ends the body: an incomplete character is a problem. */
  readonly end: () => ScanProblem | undefined
  /** Commas and colons so far, outside of strings. */
  readonly members: () => number
  /** Does the body begin with a byte order mark? JSON may not. */
  readonly hasByteOrderMark: () => boolean
}

// Assumed: ours.
/**
 * A scanner of one body, at 1 to 3 ns a byte. It does not check that the body is JSON: what precedes the first
 * syntax error has been counted, and a parser would read no further.
 */
export const makeByteScanner = ({ maxDepth, maxMembers }: ScanLimits): ByteScanner => {
  const text = makeUtf8Validator()
  let problem: ScanProblem | undefined
  let inString = false
  let escaped = false
  let depth = 0
  let members = 0
  // The first three bytes as one number.
  let head = 0
  let headLength = 0

  // State and constants are local variables: from an outer scope they would halve the speed of the loops.
  const scan = (chunk: Uint8Array): ScanProblem | undefined => {
    const quotationMark = 0x22
    const comma = 0x2c
    const colon = 0x3a
    const backslash = 0x5c
    const openBrace = 0x7b
    const closeBrace = 0x7d
    // Turns a bracket into a brace, and no other character into either.
    const braceBit = 0x20
    const { length } = chunk
    let quoted = inString
    let open = depth
    let parted = members
    let at = 0
    if (escaped && length > 0) {
      escaped = false
      if ((chunk[0] ?? 0) < 0x80) at = 1
    }
    while (at < length) {
      if (text.isOpen() || (chunk[at] ?? 0) >= 0x80) {
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
            if (at === length) escaped = true
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
    inString = quoted
    depth = open
    members = parted
    return undefined
  }

  return {
    push: (chunk) => {
      for (let at = 0; at < chunk.length && headLength < 3; at++, headLength++) {
        head = head * 256 + (chunk[at] ?? 0)
      }
      return (problem ??= scan(chunk))
    },
    end: () => (problem ??= text.isOpen() ? "utf8" : undefined),
    members: () => members,
    hasByteOrderMark: () => head === 0xefbbbf
  }
}

interface Utf8Validator {
  /** Is the last character incomplete? */
  readonly isOpen: () => boolean
  /** Reads characters beyond ASCII from `from` on; returns where ASCII begins again, or -1 at an invalid byte. */
  readonly read: (chunk: Uint8Array, from: number) => number
}

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
const makeUtf8Validator = (): Utf8Validator => {
  // How many bytes of the character are missing, and the range of the next one.
  let missing = 0
  let least = 0
  let largest = 0
  return {
    isOpen: () => missing > 0,
    read: (chunk, from) => {
      let left = missing
      let low = least
      let high = largest
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
      missing = left
      least = low
      largest = high
      return at
    }
  }
}

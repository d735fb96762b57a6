/**
 * The scan of a JSON body while it arrives: nesting, members and UTF-8, before anything is parsed.
 *
 * Source: §8. What is too deep or too large to parse is refused at the byte where it becomes so.
 */

/** `depth`: nested too deep. `members`: too many commas and colons. `utf8`: not strict UTF-8. */
export type ScanProblem = "depth" | "members" | "utf8"

/** Both count outside strings only. */
export interface ScanLimits {
  /** Open brackets and braces at any place. */
  readonly maxDepth: number
  /** Commas and colons in the whole body. */
  readonly maxMembers: number
}

/** The scan of one body. Once there is a problem, it stays. */
export interface Scan {
  /** Reads the next bytes, wherever they were cut; they are not kept. */
  readonly push: (chunk: Uint8Array) => ScanProblem | undefined
  /** To be called after the last bytes: a character that was cut off is a problem. */
  readonly end: () => ScanProblem | undefined
  /** Whether the body began with a byte order mark, three bytes that are no JSON. */
  readonly hasByteOrderMark: () => boolean
}

/**
 * Assumed: ours. Starts the scan of a body; 1 to 3 ns a byte. It never says that a body is JSON: whatever stands
 * before the first error of a body that is none has been counted, and that is all a parser would walk through.
 */
export const makeScan = ({ maxDepth, maxMembers }: ScanLimits): Scan => {
  let problem: ScanProblem | undefined
  let inString = false
  let escaped = false
  let depth = 0
  let members = 0
  // What is left of a character: how many bytes, and the least and largest that may come next.
  let missing = 0
  let least = 0
  let largest = 0
  // The first three bytes, as one number.
  let head = 0
  let headLength = 0

  // Each of these reads on from `at` while the bytes are its own, and says where it stopped.
  const structure = (chunk: Uint8Array, from: number): number => {
    let open = depth
    let parted = members
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === 0x22 || byte >= 0x80) break
      if (byte === 0x2c || byte === 0x3a) {
        if (++parted > maxMembers) break
      } else if ((byte | 0x20) === 0x7b) {
        if (++open > maxDepth) break
      } else if ((byte | 0x20) === 0x7d) open--
    }
    depth = open
    members = parted
    if (depth > maxDepth) problem = "depth"
    else if (members > maxMembers) problem = "members"
    else if (chunk[at] === 0x22) {
      inString = true
      return at + 1
    }
    return at
  }

  const text = (chunk: Uint8Array, from: number): number => {
    let skip = escaped
    escaped = false
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte >= 0x80) return at
      if (skip) skip = false
      else if (byte === 0x5c) skip = true
      else if (byte === 0x22) {
        inString = false
        return at + 1
      }
    }
    escaped = skip
    return chunk.length
  }

  const characters = (chunk: Uint8Array, from: number): number => {
    escaped = false
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (missing === 0 && byte < 0x80) return at
      if (missing === 0 ? byte < 0xc2 || byte > 0xf4 : byte < least || byte > largest) {
        problem = "utf8"
        return at
      }
      const isFirst = missing === 0
      missing = isFirst ? (byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3) : missing - 1
      // The second byte is bounded further: no overlong form, no surrogate, nothing above U+10FFFF.
      least = !isFirst ? 0x80 : byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
      largest = !isFirst ? 0xbf : byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    }
    return chunk.length
  }

  return {
    push: (chunk) => {
      for (let at = 0; at < chunk.length && headLength < 3; at++, headLength++) {
        head = head * 256 + (chunk[at] ?? 0)
      }
      for (let at = 0; at < chunk.length && problem === undefined;) {
        if (missing > 0 || (chunk[at] ?? 0) >= 0x80) at = characters(chunk, at)
        else at = inString ? text(chunk, at) : structure(chunk, at)
      }
      return problem
    },
    end: () => (problem ??= missing > 0 ? "utf8" : undefined),
    hasByteOrderMark: () => head === 0xefbbbf
  }
}

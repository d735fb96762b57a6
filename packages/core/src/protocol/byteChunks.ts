// The bytes of a body as they come, in pieces of some size: a body in chunks of one byte each is no burden either.

/** Bytes of a piece that is kept as it came. */
const keptChunkBytes = 16_384

/** Bytes of a piece that smaller ones are copied into. */
const bufferBytes = 65_536

/** Collects the pieces of one body. */
export interface ByteChunks {
  readonly add: (chunk: Uint8Array) => void
  readonly all: () => Array<Uint8Array>
}

/** Starts with no piece. One that stays alone is never copied. */
export const makeByteChunks = (): ByteChunks => {
  const full: Array<Uint8Array> = []
  let last = new Uint8Array(0)
  let used = 0
  const close = (): void => {
    if (used > 0) full.push(last.subarray(0, used))
    last = last.subarray(used)
    used = 0
  }
  return {
    add: (chunk) => {
      if (chunk.length >= keptChunkBytes || (full.length === 0 && used === 0)) {
        close()
        if (chunk.length > 0) full.push(chunk)
        return
      }
      if (last.length - used < chunk.length) {
        close()
        last = new Uint8Array(bufferBytes)
      }
      last.set(chunk, used)
      used += chunk.length
    },
    all: () => {
      close()
      return full
    }
  }
}

/** All pieces as one. */
export const concatBytes = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const bytes = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

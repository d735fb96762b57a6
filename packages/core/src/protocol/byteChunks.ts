// Collects the chunks of a body; small ones are merged, so that a body in chunks of one byte costs no more memory.
import { type Resumable, runToEnd } from "../scheduling/resumable.ts"
import { bufferBytes, firstBufferBytes, keptChunkBytes } from "./limits.ts"

/** Collects the chunks of one body. */
export interface ByteChunks {
  readonly add: (chunk: Uint8Array) => void
  readonly all: () => Array<Uint8Array>
  /** All bytes as one array; none are left. */
  readonly take: () => Uint8Array
}

const noBytes = new Uint8Array(0)

/** An empty collection. A chunk that stays alone is never copied. */
export const makeByteChunks = (): ByteChunks => {
  let full: Array<Uint8Array> = []
  let last = noBytes
  let used = 0
  let merged = 0
  const close = (): void => {
    if (used === 0) return
    full.push(last.subarray(0, used))
    last = last.subarray(used)
    used = 0
  }
  const all = (): Array<Uint8Array> => {
    close()
    return full
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
        // Buffers double, so that a few small chunks take little.
        last = new Uint8Array(Math.min(bufferBytes, Math.max(firstBufferBytes, chunk.length, merged)))
      }
      last.set(chunk, used)
      used += chunk.length
      merged += chunk.length
    },
    all,
    take: () => {
      const bytes = concatBytes(all())
      full = []
      return bytes
    }
  }
}

/** All chunks as one array, with a pause after each; a single chunk is returned itself. */
export function* concatInSteps(chunks: ReadonlyArray<Uint8Array>): Resumable<Uint8Array> {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
    yield
  }
  return bytes
}

/** All chunks as one array; a single chunk is returned itself. */
export const concatBytes = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => runToEnd(concatInSteps(chunks))

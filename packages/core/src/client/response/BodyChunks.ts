// Collects the chunks of a body, and joins them now and then: each view keeps the whole buffer that was read.
import { concatBytes } from "../../protocol/byteChunks.ts"

/** Chunks of a body. */
export interface Chunks {
  readonly add: (chunk: Uint8Array) => void
  /** All bytes; none are left. */
  readonly take: () => Uint8Array
}

/** No chunks. */
export const makeChunks = (): Chunks => {
  let blocks: Array<Uint8Array> = []
  let views: Array<Uint8Array> = []
  return {
    add: (chunk) => {
      if (views.push(chunk) > 99) {
        blocks.push(concatBytes(views))
        views = []
      }
    },
    take: () => {
      const bytes = concatBytes([...blocks, ...views])
      blocks = []
      views = []
      return bytes
    }
  }
}

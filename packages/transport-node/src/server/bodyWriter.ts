// Writes the body of a streamed answer to a response of node:http.
import type { BodyWriter } from "@leadline/core/server"
import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"

/** A writer that also ends the body. */
export interface NodeBodyWriter extends BodyWriter {
  readonly end: () => void
}

/**
 * Makes the writer of a response whose head is written. Chunks of an own server are framed here, and a text is one write:
 * Node writes the size of a chunk, its content and its line ends one by one. A host may stand in between, to compress.
 */
export const makeBodyWriter = (response: ServerResponse, isHosted: boolean): NodeBodyWriter => {
  const isChunked = response.chunkedEncoding && !isHosted
  if (isChunked) response.chunkedEncoding = false
  let written = 0

  const writeText = (text: string, size: number): boolean =>
    response.write(
      isChunked ? `${size.toString(16)}\r\n${text}\r\n` : text,
      // For ASCII alone both are the same, and Node writes latin1 in less time.
      size === text.length ? "latin1" : "utf8"
    )

  const writeBytes = (bytes: Uint8Array): boolean => {
    if (!isChunked) return response.write(bytes)
    response.write(`${bytes.length.toString(16)}\r\n`, "latin1")
    response.write(bytes)
    return response.write("\r\n", "latin1")
  }

  return {
    write: (piece) => {
      const size = typeof piece === "string" ? Buffer.byteLength(piece) : piece.length
      // An empty chunk would be the last one.
      if (size === 0) return !response.writableNeedDrain
      written += size
      return typeof piece === "string" ? writeText(piece, size) : writeBytes(piece)
    },
    drained: Effect.callback<void>((resume) => {
      if (!response.writableNeedDrain) return resume(Effect.void)
      const onDrain = () => resume(Effect.void)
      response.once("drain", onDrain)
      return Effect.sync(() => response.off("drain", onDrain))
    }),
    bytes: () => written,
    end: () => void response.end(isChunked ? "0\r\n\r\n" : "")
  }
}

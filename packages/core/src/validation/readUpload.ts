// Reads a file to upload from what programs have it in.
// Assumed: ours.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as ApiError from "../errors/ApiError.ts"
import { concatBytes } from "../protocol/byteChunks.ts"

/** The part of a `Blob` or `File` that an upload uses. Core has no runtime, so it declares its own. */
export interface BlobLike {
  /** In bytes. */
  readonly size: number
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

/** A file: its bytes, a `Blob` or `File`, or a stream of its bytes, which is read to its end before anything is sent. */
export type FileSource = Uint8Array | BlobLike | AsyncIterable<Uint8Array>

const tooLarge = (limit: number) =>
  new ApiError.PayloadTooLargeError({ message: `The file is over ${limit} bytes.`, phase: "request" })

const read = async (file: BlobLike | AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> => {
  if ("arrayBuffer" in file) {
    if (file.size > limit) throw tooLarge(limit)
    return new Uint8Array(await file.arrayBuffer())
  }
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return concatBytes(chunks)
}

const isRead = (file: unknown): file is BlobLike | AsyncIterable<Uint8Array> =>
  Predicate.isObject(file) && ("arrayBuffer" in file || Symbol.asyncIterator in file)

/**
 * The bytes of a file, read up to a limit; what is no file stays as it is, for the check of the request. Fails with a
 * PayloadTooLargeError, and with an InvalidRequestError for a stream that breaks.
 */
export const readUpload = (
  file: FileSource,
  limit: number
): Effect.Effect<Uint8Array, ApiError.InvalidRequestError | ApiError.PayloadTooLargeError> =>
  isRead(file)
    ? Effect.tryPromise({
        try: () => read(file, limit),
        catch: (error) =>
          error instanceof ApiError.PayloadTooLargeError
            ? error
            : new ApiError.InvalidRequestError({ message: "file: it could not be read.", phase: "request" })
      })
    : Effect.succeed(file)

// An answer that is a file, read while it is sent.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import { type BodyProducer, ServerResponse } from "../ServerResponse.ts"

/** A file whose pieces are read one by one. */
export interface FileInPieces {
  readonly size: number
  readonly piece: (index: number) => Effect.Effect<Uint8Array | undefined, ApiError.UnavailableError>
}

/** Reads a piece when the one before it has left. A file that cannot be read to its end cuts the answer. */
const inPieces =
  ({ piece, size }: FileInPieces): BodyProducer =>
  ({ bytes, drained, write }) =>
    Effect.gen(function* () {
      for (let index = 0; bytes() < size; index++) {
        const content = yield* piece(index)
        if (content === undefined) return yield* new ApiError.UnavailableError({ message: "It is gone" })
        if (!write(content)) yield* drained
        yield* yieldFairly
      }
    }).pipe(
      Effect.tapError((error) => Effect.logError("A file could not be read to its end", error)),
      Effect.orDie
    )

/** Answers 200 with a file. */
export const fileInPieces = (contentType: string, file: FileInPieces): ServerResponse =>
  new ServerResponse(
    200,
    { "content-type": contentType, "content-length": String(file.size) },
    inPieces(file)
  )

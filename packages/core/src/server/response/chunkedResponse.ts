// Answers that are made and written piece by piece: large JSON, which would block the event loop, and files.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { chunkedStringify, isLargeJson, stringifyInSteps } from "../../protocol/json/chunkedStringify.ts"
import { encodeText } from "../../protocol/utf8.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import type { RequestContext } from "../RequestContext.ts"
import { type BodyProducer, ServerResponse } from "../ServerResponse.ts"
import { reportedUsage } from "../UsageMeter.ts"

/** A 200 with JSON. The pipeline meters the usage of what it encodes itself. */
const responseOf = (context: RequestContext, answer: unknown, body: ServerResponse["body"]) => {
  context.usage = reportedUsage(answer)
  return new ServerResponse(200, { "content-type": "application/json" }, body)
}

/** The answer itself; a large one as a response that is written piece by piece. */
export const chunkedJson =
  (context: RequestContext) =>
  <A>(answer: A): A | ServerResponse => {
    if (!isLargeJson(answer)) return answer
    const write: BodyProducer = ({ drained, write: writePiece }) =>
      Effect.gen(function* () {
        for (const piece of chunkedStringify(answer)) {
          if (!writePiece(piece)) yield* drained
          yield* yieldFairly
        }
      })
    return responseOf(context, answer, write)
  }

/** The answer itself; a large one as a response of its bytes, so that their memory is counted until they are read. */
export const encodedJson =
  (context: RequestContext) =>
  <A>(answer: A): Effect.Effect<A | ServerResponse> =>
    isLargeJson(answer)
      ? Effect.map(runCooperatively(stringifyInSteps(answer, encodeText)), (pieces) =>
          responseOf(context, answer, concatBytes(pieces))
        )
      : Effect.succeed(answer)

/** A file whose pieces are read one by one. */
export interface FileInPieces {
  readonly size: number
  readonly piece: (index: number) => Effect.Effect<Uint8Array | undefined, ApiError.UnavailableError>
}

/** Reads a piece when the one before it has left. A file that cannot be read to its end cuts the answer. */
const writeFile =
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
    writeFile(file)
  )

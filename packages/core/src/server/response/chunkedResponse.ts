// Large JSON answers, encoded piece by piece: at once they would block the event loop.
import * as Effect from "effect/Effect"
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

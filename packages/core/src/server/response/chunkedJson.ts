// A large JSON answer, written piece by piece: written at once it would block the event loop.
import * as Effect from "effect/Effect"
import { unchunkedMembers } from "../../protocol/limits.ts"
import { chunkedStringify, hasMoreMembers } from "../../protocol/json/chunkedStringify.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import { ServerResponse } from "../ServerResponse.ts"

/** The answer itself; a large one as a response that is written piece by piece. */
export const chunkedJson = <A>(answer: A): A | ServerResponse =>
  hasMoreMembers(answer, unchunkedMembers)
    ? new ServerResponse(200, { "content-type": "application/json" }, ({ drained, write }) =>
        Effect.gen(function* () {
          for (const piece of chunkedStringify(answer)) {
            if (!write(piece)) yield* drained
            yield* yieldFairly
          }
        })
      )
    : answer

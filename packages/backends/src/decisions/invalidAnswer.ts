// An answer of a decision server that is none to its questions: 502, and a line in the log.
import * as Effect from "effect/Effect"
import type { ApiError } from "@leadline/core/errors"
import { badGateway } from "../http/mapStatus.ts"

/** `what` says what is wrong, without any value of the answer. */
export const invalidAnswer = (server: string, what: string): Effect.Effect<never, ApiError> =>
  Effect.andThen(
    Effect.logWarning("The answer of a decision server cannot be used", { server, what }),
    Effect.fail(badGateway())
  )

// The time that this server gives a call of a backend.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { tooLate } from "./mapStatus.ts"

/** The deadline of an attempt. Once it is over, the interrupted call counts against its backend, not the caller. */
export const AttemptDeadline = Context.Reference<{ readonly isOver: boolean }>(
  "@leadline/backends/http/AttemptDeadline",
  {
    defaultValue: () => ({ isOver: false })
  }
)

/** Ends a call after a time. Then it has failed like one that took all of its time, and counts against its backend. */
export const withDeadline =
  (duration: Duration.Input) =>
  <A, R>(call: Effect.Effect<A, ApiError.ApiError, R>): Effect.Effect<A, ApiError.ApiError, R> =>
    Effect.flatMap(AttemptDeadline, (outer) => {
      let isOver = false
      const deadline = {
        get isOver() {
          return isOver || outer.isOver
        }
      }
      const timer = Effect.flatMap(Effect.sleep(duration), () => {
        isOver = true
        return Effect.fail(tooLate())
      })
      return Effect.raceFirst(Effect.provideService(call, AttemptDeadline, deadline), timer)
    })

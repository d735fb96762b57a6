// The answer in place of one that the work of a request did not give.
// Source: §7.1, §7.2.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import { internalError } from "../../errors/bodies.ts"
import type { Shutdown } from "../lifecycle/Shutdown.ts"
import type { Route } from "../Route.ts"
import { Rejection, unavailable } from "../Rejection.ts"
import * as ServerResponse from "../ServerResponse.ts"

/** What the failure of a route is on the wire; undefined where nothing is declared for it. */
const declared = (route: Route | Rejection, error: ApiError | Rejection) => {
  if (error instanceof Rejection) return error.respond()
  return route instanceof Rejection ? undefined : route.encodeError(error)
}

const unexpected = (cause: Cause.Cause<unknown>) =>
  Effect.as(Effect.logError("A request failed unexpectedly", cause), ServerResponse.json(500, internalError))

/**
 * Makes what answers a failure: with what the route declares for it, with 503 for work that the shutdown interrupted,
 * and with a plain 500 for a defect, or for work that was interrupted though the caller is there: both are logged.
 * Gives undefined when the caller has left.
 */
export const makeRefusal =
  ({ phase }: Shutdown["Service"]) =>
  (
    route: Route | Rejection,
    cause: Cause.Cause<ApiError | Rejection>,
    hasLeft: Effect.Effect<boolean>
  ): Effect.Effect<ServerResponse.ServerResponse | undefined> => {
    if (Cause.hasInterruptsOnly(cause)) {
      return Effect.flatMap(hasLeft, (left) => {
        if (left) return Effect.undefined
        return phase() === "ending" ? Effect.succeed(unavailable.respond()) : unexpected(cause)
      })
    }
    // Where something failed and something else was interrupted, the failure is the answer.
    const reason = cause.reasons.find((each) => !Cause.isInterruptReason(each))
    const response =
      reason !== undefined && Cause.isFailReason(reason) ? declared(route, reason.error) : undefined
    return response === undefined ? unexpected(cause) : Effect.succeed(response)
  }

// Distinguishes an interruption by the shutdown from a disconnected caller.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"

const IsShutdown = Context.Reference("@leadline/core/server/IsShutdown", { defaultValue: () => false })

/** The annotation of an interruption by the shutdown. */
export const byShutdown: Context.Context<never> = Context.make(IsShutdown, true)

/** True if the cause of an interrupted request says that the caller left, shutdown or not. */
export const hasCallerLeft = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some(
    (reason) => Cause.isInterruptReason(reason) && !Context.get(Cause.reasonAnnotations(reason), IsShutdown)
  )

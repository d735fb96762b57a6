// A wait that can be called off, on the clock of whoever sets it.
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Ends a wait before it is over. */
export type CancelTimer = () => void

/** Runs `ring` after so many milliseconds; never for Infinity. */
export const setTimer = (
  clock: Clock.Clock,
  context: Context.Context<never>,
  wait: number,
  ring: () => void
): CancelTimer | undefined => {
  if (wait === Infinity) return undefined
  const fiber = Effect.runForkWith(context)(
    Effect.andThen(clock.sleep(Duration.millis(wait)), Effect.sync(ring))
  )
  return () => fiber.interruptUnsafe()
}

// A cancellable timer on the caller's clock.
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Cancels a timer. */
export type CancelTimer = () => void

/** Runs `onTimeout` after so many milliseconds; never for Infinity, which sets no timer. */
export const setTimer = (
  clock: Clock.Clock,
  context: Context.Context<never>,
  millis: number,
  onTimeout: () => void
): CancelTimer | undefined => {
  if (millis === Infinity) return undefined
  const fiber = Effect.runForkWith(context)(
    Effect.andThen(clock.sleep(Duration.millis(millis)), Effect.sync(onTimeout))
  )
  return () => fiber.interruptUnsafe()
}

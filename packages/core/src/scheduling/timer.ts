// A cancellable timer on the caller's clock.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

declare const setTimeout: (run: () => void, millis: number) => unknown
declare const clearTimeout: (timer: unknown) => void

/** Cancels a timer. */
export type CancelTimer = () => void

/** Milliseconds of the longest timer of the runtimes. */
export const maxTimer = 2 ** 31 - 1

/** Runs `onTimeout`, which must not throw, after so many milliseconds; never for Infinity, which sets no timer. */
export const setTimer = (
  clock: Clock.Clock,
  context: Context.Context<never>,
  millis: number,
  onTimeout: () => void
): CancelTimer | undefined => {
  if (millis === Infinity) return undefined
  // Every call has a deadline, and hardly one is reached: to start and interrupt a fiber takes far longer than a timer.
  if (millis <= maxTimer && clock === Context.get(Context.empty(), Clock.Clock)) {
    const timer = setTimeout(onTimeout, millis)
    return () => clearTimeout(timer)
  }
  const fiber = Effect.runForkWith(context)(Effect.map(clock.sleep(Duration.millis(millis)), onTimeout))
  return () => fiber.interruptUnsafe()
}

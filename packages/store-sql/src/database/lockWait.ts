// Waits for the lock of another process without blocking the event loop.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as SqlError from "effect/sql/SqlError"

/** Milliseconds between two attempts. */
const pollInterval = 10

export const isLocked = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"

/**
 * Runs an effect again while it fails because the database is locked, for `wait` milliseconds, and then fails with the
 * last error. Of many that wait, one polls at a time. `canRepeat`: whether nothing has been done yet. Default: always.
 */
export const makeLockWait = (wait: number) =>
  Effect.map(Semaphore.make(1), (polling) => {
    const lockWait = <A, E, R>(effect: Effect.Effect<A, E, R>, canRepeat: () => boolean = () => true) =>
      Effect.catchIf(
        effect,
        (error) => isLocked(error) && canRepeat(),
        () =>
          Effect.flatMap(Clock.Clock, (clock) => {
            const now = () => clock.monotonicTimeNanosUnsafe()
            const deadline = now() + BigInt(wait) * 1_000_000n
            return polling.withPermit(
              Effect.retry(effect, {
                schedule: Schedule.spaced(pollInterval),
                while: (error) => isLocked(error) && canRepeat() && now() < deadline
              })
            )
          })
      )
    return lockWait
  })

export type LockWait = Effect.Success<ReturnType<typeof makeLockWait>>

// Signals: the first ends the server in good order, the second at once.
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Of one end the terminal and npm both tell: signals so close are one. */
const together = 500

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Watches what the runtime does with the first signal, for as long as the scope lives. A second signal, or an end that
 * takes longer than the grace and a second, exits without it.
 */
export const watchSignals = (grace: number): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => {
        let first: number | undefined
        const heard = (signal: keyof typeof codes) => {
          if (first === undefined) {
            first = performance.now()
            setTimeout(() => process.exit(1), grace + 1_000).unref()
          } else if (performance.now() - first > together) process.exit(codes[signal])
        }
        const hear = { SIGINT: () => heard("SIGINT"), SIGTERM: () => heard("SIGTERM") }
        process.on("SIGINT", hear.SIGINT)
        process.on("SIGTERM", hear.SIGTERM)
        return hear
      }),
      ({ SIGINT, SIGTERM }) =>
        Effect.sync(() => {
          process.off("SIGINT", SIGINT)
          process.off("SIGTERM", SIGTERM)
        })
    )
  )

// Signals: the runtime shuts down gracefully at the first one, and a second one exits at once.
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Milliseconds within which signals count as one: a terminal and npm both send the same Ctrl+C. */
const sameSignal = 500

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Watches the shutdown that the runtime begins at the first signal, while the scope is open. A second signal exits at
 * once; a shutdown that takes a second longer than `grace` milliseconds exits with code 1.
 */
export const watchSignals = (grace: number): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => {
        let firstAt: number | undefined
        const onSignal = (signal: keyof typeof exitCodes) => {
          if (firstAt === undefined) {
            firstAt = performance.now()
            setTimeout(() => process.exit(1), grace + 1_000).unref()
          } else if (performance.now() - firstAt > sameSignal) process.exit(exitCodes[signal])
        }
        const listeners = { SIGINT: () => onSignal("SIGINT"), SIGTERM: () => onSignal("SIGTERM") }
        process.on("SIGINT", listeners.SIGINT)
        process.on("SIGTERM", listeners.SIGTERM)
        return listeners
      }),
      ({ SIGINT, SIGTERM }) =>
        Effect.sync(() => {
          process.off("SIGINT", SIGINT)
          process.off("SIGTERM", SIGTERM)
        })
    )
  )

/** Milliseconds between two looks at the parent. */
const parentInterval = 1_000

/**
 * Sends this process a SIGTERM when its parent has ended, if `npx` started it: npm passes a signal to a shell, which ends
 * and passes nothing on. Started in any other way, it outlives its parent.
 */
export const endWithNpx: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => {
      if (process.env["npm_command"] !== "exec") return undefined
      const parent = process.ppid
      const timer = setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(timer)
        process.kill(process.pid, "SIGTERM")
      }, parentInterval)
      return timer.unref()
    }),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
)

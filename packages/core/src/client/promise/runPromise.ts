// An effect as a promise that a signal ends.
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Runtime } from "./Runtime.ts"

/** What a call needs of an AbortSignal; core knows no runtime's own. */
export interface AbortSignalLike {
  /** True: the call ends before it begins. */
  readonly aborted: boolean
  /** What the promise rejects with. */
  readonly reason: unknown
  readonly addEventListener: (type: "abort", listener: () => void) => void
  readonly removeEventListener: (type: "abort", listener: () => void) => void
}

const clientClosed = () => new Error("The client is closed.")

/** No head is there to be asked for. */
export const noResponse = () => new Error("No HTTP answer stands behind this call.")

/** What a promise rejects with: the failure itself, or that the client was closed. */
export const rejectionOf = (cause: Cause.Cause<unknown>): Error => {
  const failure = Cause.hasInterruptsOnly(cause) ? undefined : Cause.squash(cause)
  return failure instanceof Error ? failure : clientClosed()
}

/** Runs an effect; its promise rejects with the failure itself, or with the reason of the signal that ended it. */
export const runPromise = <A, E, R>(
  runtime: Runtime<R>,
  effect: Effect.Effect<A, E, R>,
  signal: AbortSignalLike | undefined,
  onStart: (interrupt: () => void) => void = () => undefined
): Promise<A> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const fiber = runtime.runFork(effect)
    const abort = () => fiber.interruptUnsafe()
    onStart(abort)
    signal?.addEventListener("abort", abort)
    fiber.addObserver((exit) => {
      signal?.removeEventListener("abort", abort)
      if (Exit.isSuccess(exit)) return resolve(exit.value)
      if (signal?.aborted === true) return reject(signal.reason)
      return reject(rejectionOf(exit.cause))
    })
  })

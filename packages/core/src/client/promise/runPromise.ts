// Runs an effect as a promise that an abort signal ends.
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { type CallerStack, withCaller } from "./callerStack.ts"

/** Starts an effect over the services it needs; that of a `ManagedRuntime`, which interrupts the fiber when it is disposed. */
export type RunFork<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Fiber.Fiber<A, E>

/** The part of an `AbortSignal` that a call uses. Core has no runtime, so it declares its own. */
export interface AbortSignalLike {
  /** True: the call rejects before it begins. */
  readonly aborted: boolean
  /** The promise rejects with it. */
  readonly reason: unknown
  readonly addEventListener: (type: "abort", listener: () => void) => void
  readonly removeEventListener: (type: "abort", listener: () => void) => void
}

const clientClosed = () => new Error("The client is closed.")

/** The failure of `withResponse` and `raw` where no HTTP request was made, as with an engine in the process. */
export const noResponse = () => new Error("This call has no HTTP response.")

/**
 * What a promise rejects with: the failure itself, or that the client was closed. Its stack shows the caller; that of an
 * unexpected error stays.
 */
export const rejectionOf = (cause: Cause.Cause<unknown>, caller: CallerStack): Error => {
  const failure = Cause.hasInterruptsOnly(cause) ? undefined : Cause.squash(cause)
  if (!(failure instanceof Error)) return withCaller(clientClosed(), caller)
  return "_tag" in failure ? withCaller(failure, caller) : failure
}

/** Runs an effect. The promise rejects with the failure itself, or with the reason of the signal. */
export const runPromise = <A, E, R>(
  runFork: RunFork<R>,
  effect: Effect.Effect<A, E, R>,
  signal: AbortSignalLike | undefined,
  caller: CallerStack
): Promise<A> =>
  new Promise((resolve, reject) => {
    const isAborted = () => signal?.aborted === true
    if (isAborted()) return reject(signal?.reason)
    const fiber = runFork(effect)
    const abort = () => fiber.interruptUnsafe()
    signal?.addEventListener("abort", abort)
    // Callbacks of the caller may have aborted it before there was a listener.
    if (isAborted()) abort()
    fiber.addObserver((exit) => {
      signal?.removeEventListener("abort", abort)
      if (Exit.isSuccess(exit)) return resolve(exit.value)
      return reject(isAborted() ? signal?.reason : rejectionOf(exit.cause, caller))
    })
  })

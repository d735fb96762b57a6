// Runs an effect as a promise that an abort signal ends. The stack of its failure shows where the call was made: the
// failure itself comes from a socket, long after the call.
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { withFields } from "../../errors/withFields.ts"

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

const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Frames kept of a call: the line that made it and the one before. Each costs every call up to half a microsecond. */
const frames = 2

/** The stack above a method, as text on demand. Undefined where the runtime has no `Error.captureStackTrace`. */
export interface CallerStack {
  readonly stack?: string
}

/** Captures the stack above `method`. */
export const captureCaller = (method: object): CallerStack => {
  const caller = {}
  if (typeof capture === "function") {
    const limit: unknown = Reflect.get(Error, "stackTraceLimit")
    Reflect.set(Error, "stackTraceLimit", Math.min(frames, Number(limit)))
    capture(caller, method)
    Reflect.set(Error, "stackTraceLimit", limit)
  }
  return caller
}

/** A copy of an error with the frames of the caller in place of its own; without these the error itself. */
export const withCaller = <E extends Error>(error: E, caller: CallerStack): E => {
  try {
    const stack = String(caller.stack)
    const start = stack.indexOf("\n    at ")
    if (start >= 0)
      return withFields(error, { stack: `${error.name}: ${error.message}${stack.slice(start)}` })
  } catch {
    // An `Error.prepareStackTrace` of the program may throw, and return anything.
  }
  return error
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

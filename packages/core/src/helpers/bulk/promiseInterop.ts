// Bulk work outside of Effect: calls of a client with promises, and an async iterable of their results.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { AbortSignalLike } from "../../client/promise/promisify.ts"
import { type ApiError, isApiError } from "../../errors/ApiError.ts"

/** A call of a client. Its failure is the ApiError; anything else it throws ends the bulk work. */
export const fromPromise = <A>(
  call: (options: { readonly signal: AbortSignalLike }) => PromiseLike<A>
): Effect.Effect<A, ApiError> =>
  Effect.callback((resume, signal) => {
    call({ signal }).then(
      (result) => resume(Effect.succeed(result)),
      (error: unknown) => resume(isApiError(error) ? Effect.fail(error) : Effect.die(error))
    )
  })

const aborted = (signal: AbortSignalLike): Effect.Effect<never, unknown> =>
  Effect.callback((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort)
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

/** The results, until the signal ends the work. */
export const toIterable = <A, E>(
  results: Stream.Stream<A, E>,
  signal: AbortSignalLike | undefined
): AsyncIterable<A> =>
  Stream.toAsyncIterable(signal === undefined ? results : Stream.interruptWhen(results, aborted(signal)))

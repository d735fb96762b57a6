// A value that is computed once, by the first call that needs it, and shared by all.
import { CurrentRequest } from "@leadline/core/internal"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A value that is computed once. A call that waits for it may be interrupted without ending the work for the others. */
export interface ComputedOnce<A, E> {
  /** The value, computed now if there is none. A failure is not kept. */
  readonly get: Effect.Effect<A, E>
  /** Forgets the value. */
  readonly forget: Effect.Effect<void>
}

/** Computes the value of an effect once, in a scope. */
export const computeOnce = <A, E>(scope: Scope.Scope, find: Effect.Effect<A, E>): ComputedOnce<A, E> => {
  let found: { readonly value: A } | undefined
  let pending: Deferred.Deferred<A, E> | undefined
  const start = Effect.suspend(() => {
    const deferred = Deferred.makeUnsafe<A, E>()
    pending = deferred
    return find.pipe(
      Effect.tap((value) => Effect.sync(() => void (found = { value }))),
      Effect.onExit((exit) => {
        pending = undefined
        return Deferred.done(deferred, exit)
      }),
      // Its answers are no memory of the first request, which may be over before.
      Effect.provideService(CurrentRequest, undefined),
      Effect.forkIn(scope),
      Effect.andThen(Deferred.await(deferred))
    )
  })
  return {
    get: Effect.suspend(() => {
      if (found !== undefined) return Effect.succeed(found.value)
      return pending === undefined ? start : Deferred.await(pending)
    }),
    forget: Effect.sync(() => void (found = undefined))
  }
}

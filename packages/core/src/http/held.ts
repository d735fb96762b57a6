// A stream that holds its connection: opened before it is read, freed however it ends.
// Source: none; the shape of the library itself.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * Opens a stream in a scope of its own, which the stream closes when it ends, fails or is left. One that nobody
 * begins within `patience` milliseconds is closed too.
 */
export const held = <A, E, E2, R>(
  open: Effect.Effect<Stream.Stream<A, E>, E2, R>,
  patience: number
): Effect.Effect<Stream.Stream<A, E>, E2, Exclude<R, Scope.Scope>> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const stream = yield* restore(Scope.provide(open, scope)).pipe(
        Effect.onExit((exit) => (Exit.isFailure(exit) ? Scope.close(scope, exit) : Effect.void))
      )
      const forgotten = yield* Effect.forkDetach(
        Effect.interruptible(Effect.andThen(Effect.sleep(patience), Scope.close(scope, Exit.void)))
      )
      return Stream.ensuring(
        Stream.unwrap(Effect.as(Fiber.interrupt(forgotten), stream)),
        Scope.close(scope, Exit.void)
      )
    })
  )

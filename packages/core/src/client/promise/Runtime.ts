// Runs effects over a layer, from outside of effect: what the promise face stands on.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** A layer that is built by the first effect run over it, and kept until it is closed. */
export interface Runtime<R> {
  /** After the end every effect dies. */
  readonly runFork: <A, E>(effect: Effect.Effect<A, E, R>) => Fiber.Fiber<A, E>
  /** Interrupts what runs, waits until it is over and frees what the layer holds; always the same promise. */
  readonly close: () => Promise<void>
}

/** Effects over a layer. */
export const make = <R>(layer: Layer.Layer<R>): Runtime<R> => {
  const scope = Scope.makeUnsafe()
  const fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  let services: Context.Context<R> | undefined
  let building: Fiber.Fiber<Context.Context<R>> | undefined
  let closing: Promise<void> | undefined

  const kept = <A, E>(fiber: Fiber.Fiber<A, E>): Fiber.Fiber<A, E> => {
    if (fiber.pollUnsafe() !== undefined) return fiber
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }

  const built = Effect.suspend(() => {
    building ??= kept(
      Effect.runFork(Effect.map(Layer.buildWithScope(layer, scope), (context) => (services = context)))
    )
    return Fiber.join(building)
  })

  return {
    runFork: <A, E>(effect: Effect.Effect<A, E, R>) => {
      if (closing !== undefined) return Effect.runFork(Effect.die("closed"))
      return kept(
        services === undefined
          ? Effect.runFork(Effect.flatMap(built, (context) => Effect.provideContext(effect, context)))
          : Effect.runForkWith(services)(effect)
      )
    },
    close: () =>
      (closing ??= Effect.runPromise(
        Effect.andThen(Fiber.interruptAll(fibers), Scope.close(scope, Exit.void))
      ))
  }
}

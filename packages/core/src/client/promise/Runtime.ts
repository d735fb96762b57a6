// Runs effects over a layer from outside of Effect. `ManagedRuntime` of effect does the same, but adds 0.7 KB to every
// client bundle, mostly for runtimes that are disposed from within their own fibers.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** A layer that the first effect builds, and that stays until it is closed. */
export interface Runtime<R> {
  /** After `close` every effect dies. */
  readonly runFork: <A, E>(effect: Effect.Effect<A, E, R>) => Fiber.Fiber<A, E>
  /** Interrupts what runs, waits until it is over and releases the layer; always the same promise. */
  readonly close: () => Promise<void>
}

/** A runtime over a layer. */
export const make = <R>(layer: Layer.Layer<R>): Runtime<R> => {
  const scope = Scope.makeUnsafe()
  const fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  let services: Context.Context<R> | undefined
  let building: Fiber.Fiber<Context.Context<R>> | undefined
  let closing: Promise<void> | undefined

  const track = <A, E>(fiber: Fiber.Fiber<A, E>): Fiber.Fiber<A, E> => {
    if (fiber.pollUnsafe() !== undefined) return fiber
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }

  const build = Effect.suspend(() => {
    building ??= track(
      Effect.runFork(Effect.map(Layer.buildWithScope(layer, scope), (context) => (services = context)))
    )
    return Fiber.join(building)
  })

  return {
    runFork: <A, E>(effect: Effect.Effect<A, E, R>) => {
      if (closing !== undefined) return Effect.runFork(Effect.die("closed"))
      return track(
        services === undefined
          ? Effect.runFork(Effect.flatMap(build, (context) => Effect.provideContext(effect, context)))
          : Effect.runForkWith(services)(effect)
      )
    },
    close: () =>
      (closing ??= Effect.runPromise(
        Effect.andThen(Fiber.interruptAll(fibers), Scope.close(scope, Exit.void))
      ))
  }
}

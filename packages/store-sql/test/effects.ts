// Tests written as generators of effects.
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

type Steps<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

/** What is done around a test and its layer, such as to set the clock. */
type Around = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Tests over a layer, which each test builds anew. Their clock stands still; that of `live` does not. */
export const testOver = <R>(layer: Layer.Layer<R, unknown, Scope.Scope>, around: Around = (test) => test) => {
  const run = (steps: () => Steps<R>) => around(Effect.provide(Effect.gen(steps), layer))
  const test = (title: string, steps: () => Steps<R>) => it.effect(title, () => run(steps))
  const live = (title: string, steps: () => Steps<R>) => it.live(title, () => run(steps))
  const skipIf = (isSkipped: boolean) => (title: string, steps: () => Steps<R>) =>
    it.effect.skipIf(isSkipped)(title, () => run(steps))
  const each =
    <const Row>(rows: ReadonlyArray<Row>) =>
    (title: string, steps: (row: Row) => Steps<R>) =>
      it.effect.each(rows)(title, (row) => run(() => steps(row)))
  return Object.assign(test, { live, skipIf, each })
}

/** A test over nothing. */
export const test = testOver(Layer.empty)

/** Begins an effect at once, in a fiber of its own. */
export const begun = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.forkChild(effect, { startImmediately: true })

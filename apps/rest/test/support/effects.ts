// Tests written as generators of effects.
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

type Steps = Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>

const each =
  <const Row>(rows: ReadonlyArray<Row>) =>
  (title: string, steps: (row: Row) => Steps) =>
    it.effect.each(rows)(title, (row) => Effect.gen(() => steps(row)))

const live = (title: string, steps: () => Steps) => it.live(title, () => Effect.gen(steps))

/** A test whose steps have a scope and a clock that stands still; that of `live` does not. */
export const test = Object.assign(
  (title: string, steps: () => Steps) => it.effect(title, () => Effect.gen(steps)),
  { each, live }
)

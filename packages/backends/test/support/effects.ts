// Tests written as generators of effects, and what effects log.
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"

type Steps = Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>

/** A test whose steps have a scope and a clock that stands still. */
export const test = Object.assign(
  (title: string, steps: () => Steps) => it.effect(title, () => Effect.gen(steps)),
  {
    each:
      <const Row>(rows: ReadonlyArray<Row>) =>
      (title: string, steps: (row: Row) => Steps) =>
        it.effect.each(rows)(title, (row) => Effect.gen(() => steps(row)))
  }
)

/** The lines that an effect logs: their level, the backend they are annotated with, and the message. */
export const linesOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<{ readonly level: string; readonly backend: unknown; readonly message: unknown }> = []
    const logger = Logger.make(({ fiber, logLevel, message }) => {
      const { backend } = fiber.getRef(References.CurrentLogAnnotations)
      lines.push({ level: logLevel, backend, message })
    })
    return Effect.as(Effect.provide(effect, Logger.layer([logger])), lines)
  })

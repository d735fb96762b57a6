// Tests written as generators of effects, what effects log, and the request that they answer.
import { it } from "@effect/vitest"
import type { ServedRequest } from "@leadline/core/internal"
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

/** A request that a server answers, and the headers that it is given. */
export const servedRequest = () => {
  const headers: { [name: string]: string } = {}
  const request: ServedRequest = {
    id: "r",
    remoteAddress: undefined,
    addHeaders: (add) => void Object.assign(headers, add(headers)),
    engine: undefined,
    attempts: 0
  }
  return { headers, request }
}

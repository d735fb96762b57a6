// What the log says of a failing database.
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SqlError from "effect/sql/SqlError"
import { logFailure } from "../../src/database/failures.ts"

/** The messages that are logged, without causes. */
const loggedOf = Effect.fnUntraced(function* (error: unknown) {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => void logged.push(...[message].flat().slice(0, 1)))
  yield* Effect.provide(
    logFailure("The store could not be maintained", Cause.fail(error)),
    Logger.layer([logger])
  )
  return logged
})

it.effect("a failure of the database is logged with its reason in known words", () =>
  Effect.gen(function* () {
    const cause = Object.assign(new Error("PgConnection: Failed to connect"), { code: "ECONNREFUSED" })
    const reason = new SqlError.ConnectionError({ message: "PgConnection: Failed to connect", cause })
    assert.deepStrictEqual(yield* loggedOf(new SqlError.SqlError({ reason })), [
      "The store could not be maintained: nothing listens on its host and port (ECONNREFUSED)"
    ])
    assert.deepStrictEqual(yield* loggedOf(new Error("another")), ["The store could not be maintained"])
  })
)

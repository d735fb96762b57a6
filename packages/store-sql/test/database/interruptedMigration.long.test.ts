// A migration that is cut off between two statements leaves the tables as they were; the next one does all of it.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { migrate, migrationState } from "../../src/database/migrate.ts"
import { emptyDatabase, postgresUrl } from "../stores.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

/** The transaction begins at this statement, and ends before the last two, which read the version. */
const firstInside = 3

/** Statements of all migrations, one after the other. */
const makeCounter = () => ({ count: 0 })

/** Runs an effect, whose connection the database ends before its statement of that number, as if its node were killed. */
const cutAt = <A, E, R>(effect: Effect.Effect<A, E, R>, number: number, counter = makeCounter()) => {
  let isCutting = false
  return Effect.provideService(effect, Statement.CurrentTransformer, (statement, sql) => {
    if (isCutting || ++counter.count !== number) return Effect.succeed(statement)
    isCutting = true
    return Effect.as(Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`), statement)
  })
}

const tables = query`SELECT table_name, column_name FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name <> 'migration'`

// SQLite is killed in the tests of crashes: it has no connection that something else could end.
describe.skipIf(postgresUrl === undefined)("a migration over PostgreSQL", () => {
  test.live(
    "leaves the old tables when it is cut off, wherever that is, and is done by the next start",
    function* () {
      const all = makeCounter()
      yield* Effect.provide(cutAt(migrate, -1, all), emptyDatabase)
      assert.isAbove(all.count, 40)
      yield* Effect.gen(function* () {
        for (let number = firstInside; number < all.count - 1; number += 3) {
          const exit = yield* Effect.exit(cutAt(migrate, number))
          assert.strictEqual(exit._tag, "Failure", `cut at statement ${number}`)
          assert.lengthOf(yield* tables, 0)
          assert.strictEqual((yield* migrationState).current, 0)
        }
        yield* migrate
        assert.lengthOf((yield* migrationState).pending, 0)
        assert.isAbove((yield* tables).length, 50)
      }).pipe(Effect.provide(emptyDatabase))
    }
  )
})

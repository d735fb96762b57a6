// Stores in temporary directories, removed at the end of a test.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as ApiKeyVerifier from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { inject } from "vitest"
import { sealAll } from "../src/groups/rowMac.ts"
import { layerApiKeys, layerApiKeyVerifier, layerPepperFile, sealKeys } from "../src/index.ts"
import { openDatabase, type OpenOptions } from "./databases.ts"

export { file } from "./databases.ts"

/** A new directory, removed when the scope closes. */
export const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-store-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

declare module "vitest" {
  interface ProvidedContext {
    postgres: string | undefined
  }
}

const injected = () => {
  try {
    return inject("postgres")
  } catch {
    // A process that a test has started: it gets the URL as an argument.
    return process.argv[3]
  }
}

/** The URL of the PostgreSQL that these tests run over; undefined: they run over SQLite. */
export const postgresUrl = injected()

/** The arguments that a process of a test gets, to open the same store. */
export const storeArguments = (path: string) => (postgresUrl === undefined ? [path] : [path, postgresUrl])

/** The database of a directory: its file, or in the project over PostgreSQL a schema. */
export const database = (path: string, options?: OpenOptions) => openDatabase(path, postgresUrl, options)

/** Checks in a row that find nothing running: between two statements, and while it connects, a node looks idle. */
const idleChecks = 20

/** Waits until nothing runs in a PostgreSQL: what the test clock started takes real time there. */
const settled = Effect.gen(function* () {
  const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
  if (postgresUrl === undefined || Option.isNone(sql)) return
  const running = sql.value`SELECT pid FROM pg_stat_activity WHERE state IS DISTINCT FROM 'idle'
    AND pid <> pg_backend_pid() AND application_name = current_setting('application_name')`
  for (let idle = 0; idle < idleChecks;) idle = (yield* running).length === 0 ? idle + 1 : 0
})

/** Moves the test clock, and waits for what that starts. */
export const adjust = (by: Duration.Input) => Effect.andThen(TestClock.adjust(by), settled)

/** Reads until something holds: a write that the test clock started takes real time over PostgreSQL. */
export const eventually = <A, E, R>(
  read: Effect.Effect<A, E, R>,
  holds: (value: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.filterOrElse(read, holds, () =>
    Effect.andThen(
      Effect.promise(() => setTimeout(5)),
      Effect.suspend(() => eventually(read, holds))
    )
  )

/** Lets a change by SQL show: at once over SQLite, within a second over PostgreSQL. */
export const noticed = Effect.suspend(() => (postgresUrl === undefined ? Effect.void : adjust(1_000)))

/** Tables and pepper in a directory, without anything that polls them. */
export const tables = (path: string) =>
  Layer.fresh(Layer.mergeAll(database(path), layerPepperFile({ directory: path })))

/**
 * A complete store in a directory. Opening it twice simulates two processes, or a restart. It polls the revocations
 * twice a second, so set the test clock before building it.
 */
export const store = (path: string) =>
  Layer.fresh(Layer.mergeAll(layerApiKeyVerifier, layerApiKeys()).pipe(Layer.provideMerge(tables(path))))

/** A new store for one test. */
export const newStore = Layer.unwrap(Effect.map(directory, store))

/** Runs SQL on keys as if this program had written them so. */
export const rewriteKeys = Effect.fnUntraced(function* <E, R>(change: Effect.Effect<unknown, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* change
  yield* sql`UPDATE api_key SET row_mac = NULL`
  yield* sealKeys
})

/** Runs SQL on groups as if this program had written them so. */
export const rewriteGroups = <E, R>(change: Effect.Effect<unknown, E, R>) => Effect.andThen(change, sealAll)

/** Makes the tables those of the version before groups had MACs. */
export const undoGroupMacs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const column of ["row_mac", "changed_seq", "deleted_at"]) {
    yield* sql`ALTER TABLE api_group DROP COLUMN ${sql(column)}`
  }
  yield* sql`DROP INDEX audit_event_object`
  yield* sql`DROP TABLE async_chat_part`
  yield* sql`DROP TABLE IF EXISTS limit_window`
  yield* sql`DELETE FROM migration WHERE migration_id >= 10`
})

/** The caller of a key that must be valid. */
export const accepted = (key: Redacted.Redacted) =>
  Effect.flatMap(ApiKeyVerifier.ApiKeyVerifier, (keys) => keys.verify(key))

/** Verifies a key: its caller, or the tag of the error. */
export const check = (key: Redacted.Redacted) =>
  accepted(key).pipe(Effect.catch((error) => Effect.succeed(error._tag)))

/** Number of writes an effect makes. */
export const countWrites = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  let count = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    if (/^\s*(?:UPDATE|INSERT)/.test(statement.compile()[0])) count++
    return Effect.succeed(statement)
  })
  return count
})

/** Runs an effect by a clock that is off by so many milliseconds. */
export const withSkew =
  (skew: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const now = () => clock.currentTimeMillisUnsafe() + skew
      const skewed: Clock.Clock = Object.create(clock, {
        currentTimeMillis: { value: Effect.sync(now) },
        currentTimeMillisUnsafe: { value: now }
      })
      return Effect.provideService(effect, Clock.Clock, skewed)
    })

// Stores in temporary directories, removed at the end of a test.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ApiKeyVerifier from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as Sqlite from "../src/database/sqlite.ts"
import { sealAll } from "../src/groups/rowMac.ts"
import { layerApiKeys, layerApiKeyVerifier, layerPepperFile, sealKeys } from "../src/index.ts"

/** A new directory, removed when the scope closes. */
export const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-store-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The database file of a store. */
export const file = (path: string) => join(path, "leadline.db")

/** Tables and pepper in a directory, without anything that polls them. */
export const tables = (path: string) =>
  Layer.fresh(Layer.mergeAll(Sqlite.layer({ filename: file(path) }), layerPepperFile({ directory: path })))

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
  yield* sql`DELETE FROM migration WHERE name IN ('group_rows', 'async_chat_parts')`
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

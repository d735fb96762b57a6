// The databases of tests: a file of SQLite, or a schema of a PostgreSQL.
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash, randomBytes } from "node:crypto"
import { join } from "node:path"
import * as Postgres from "../src/database/postgres.ts"
import * as Sqlite from "../src/database/sqlite.ts"
import type { StoreError } from "../src/database/StoreError.ts"

/** The database file of a store. */
export const file = (path: string) => join(path, "leadline.db")

/** How the database of a directory is opened. */
export type OpenOptions = Pick<Postgres.PostgresOptions, "acceptUnfinishedCopy" | "migrate">

/** A schema of a PostgreSQL, named after a directory; it is created if it does not exist. */
const schema = (url: string, path: string, options: OpenOptions) => {
  const name = `store_${createHash("sha256").update(path).digest("hex").slice(0, 16)}`
  const prepared = Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    const create = sql`CREATE SCHEMA IF NOT EXISTS ${sql(name)}`
    // Two that create it at once do not see each other.
    yield* Effect.retry(create, { times: 3 })
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)
  const own = Redacted.make(`${url}?application_name=${name}&options=-csearch_path%3D${name}`)
  return Layer.unwrap(Effect.as(prepared, Postgres.layer({ ...options, url: own, maxConnections: 4 })))
}

/** The database of a directory: its file, or with the URL of a PostgreSQL a schema there. */
export const openDatabase = (path: string, url: string | undefined, options: OpenOptions = {}) =>
  url === undefined ? Sqlite.layer({ ...options, filename: file(path) }) : schema(url, path, options)

/** A new database without tables: in memory, or with the URL of a PostgreSQL a schema there. */
export const emptyDatabase = (url: string | undefined): Layer.Layer<SqlClient.SqlClient, StoreError> => {
  if (url === undefined) return Sqlite.layer({ filename: ":memory:", migrate: false })
  const name = `empty_${randomBytes(8).toString("hex")}`
  const created = Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    yield* sql`CREATE SCHEMA ${sql(name)}`
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)
  const own = Redacted.make(`${url}?options=-csearch_path%3D${name}`)
  return Layer.unwrap(Effect.as(created, Postgres.layer({ url: own, migrate: false })))
}

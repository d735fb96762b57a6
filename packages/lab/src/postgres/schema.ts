// A schema of its own in a PostgreSQL, so that tests share one server.
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"

/** Creates a schema and gives the URL by which a client uses it. It stays until the server ends. */
export const newSchema = (url: string): Promise<string> => {
  const name = `tests_${randomBytes(8).toString("hex")}`
  return Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    yield* sql`CREATE SCHEMA ${sql(name)}`
    return `${url}?application_name=${name}&options=-csearch_path%3D${name}`
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
}

/** A database in a new schema. */
export const layerNewSchema = (url: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => newSchema(url)),
      (own) => Postgres.layer({ url: Redacted.make(own) })
    )
  )

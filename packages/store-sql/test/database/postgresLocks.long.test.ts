// A role that may connect to the database, and has no rights on the tables, cannot stop the server by locks.
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { copyStore, createKey, heartbeat, revokeKeys } from "../../src/index.ts"
import { accepts, database, directory, postgresUrl, refuses, store } from "../stores.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const schemaName = Effect.gen(function* () {
  const [row] = yield* query<{ readonly name: string }>`SELECT current_schema() AS name`
  return row?.name ?? assert.fail()
})

/** A connection of a new role without rights. */
const intruder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = yield* schemaName
  yield* sql`CREATE ROLE ${sql(name)} LOGIN`
  const url = Object.assign(new URL(postgresUrl ?? ""), { username: name, search: "" }).href
  return yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
}).pipe(Effect.provide(Reactivity.layer))

/** Takes advisory locks of both forms, with all numbers that a program is likely to use for a schema. */
const takeLocks = (sql: SqlClient.SqlClient, schema: string) => sql`
  SELECT pg_advisory_lock(n), pg_advisory_lock(1279608140, n) FROM
    (SELECT generate_series(-99, 99) AS n UNION SELECT 1279608140 UNION
      SELECT hashtext(t) FROM unnest(ARRAY['', 'leadline', ${schema}::text, ${schema} || ' copy']) AS t) AS numbers`

describe("a role without rights that holds the locks it can take", () => {
  test.live("delays no creation, revocation or heartbeat, no start and no copy", function* () {
    const [path, other] = [yield* directory, yield* directory]
    const source = yield* Layer.build(store(path))
    yield* Effect.gen(function* () {
      const sql = yield* intruder
      const schema = yield* schemaName
      const otherSchema = yield* Effect.provide(schemaName, database(other, { migrate: false }))
      for (const name of [schema, otherSchema]) yield* sql.withTransaction(takeLocks(sql, name))
      const [held] = yield* sql<{ readonly count: string }>`SELECT COUNT(*) AS count FROM pg_locks
          WHERE locktype = 'advisory' AND pid = pg_backend_pid()`
      assert.isAbove(Number(held?.count), 400)
      for (const statement of [
        sql`LOCK TABLE ${sql(schema)}.store_state IN ACCESS SHARE MODE`,
        sql`SELECT id FROM ${sql(schema)}.store_state FOR UPDATE`
      ]) {
        const error = yield* Effect.flip(sql.withTransaction(statement))
        assert.strictEqual(error.reason._tag, "AuthorizationError")
      }
      const { id, key } = yield* createKey()
      yield* accepts(key)
      yield* revokeKeys({ ids: [id] })
      yield* refuses(key)
      yield* heartbeat
      // A start creates the tables, and a copy fills them once the servers of the other store have stopped.
      const target = yield* Layer.build(Layer.fresh(database(other, { acceptUnfinishedCopy: true })))
      const from = yield* SqlClient.SqlClient
      yield* from`UPDATE store_state SET written_at = written_at - 31000`
      const result = yield* copyStore({ from, to: Context.get(target, SqlClient.SqlClient) })
      assert.strictEqual(result, "copied")
    }).pipe(Effect.provide(source))
  })
})

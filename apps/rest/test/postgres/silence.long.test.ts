// A database that accepts bytes and never answers.
import { newSchema, startTcpProxy } from "@leadline/lab"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"

it("a statement that nothing can interrupt ends, too, and its connection with it", async () => {
  const url = new URL(await newSchema(postgresUrl ?? assert.fail()))
  const network = await startTcpProxy(Number(url.port))
  url.port = String(network.port)
  const runtime = ManagedRuntime.make(
    Postgres.layer({ url: Redacted.make(String(url)), statementTimeout: 1_000 })
  )
  const sql = await runtime.runPromise(SqlClient.SqlClient)
  const read = sql`SELECT 1 AS one`
  await runtime.runPromise(sql.withTransaction(read))
  network.silence()
  const exit = await runtime.runPromiseExit(Effect.uninterruptible(sql.withTransaction(read)))
  assert.strictEqual(exit._tag, "Failure")
  network.restore()
  await eventually(
    "a read after the silence",
    async () => (await runtime.runPromiseExit(read))._tag === "Success"
  )
  await runtime.dispose()
  await network.close()
})

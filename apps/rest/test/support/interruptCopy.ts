// A copy of a store that is interrupted when the keys are there, and what other commands then say.
import { copyStore, type StoreError } from "@leadline/store-sql"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Ran } from "./runCommand.ts"

type Database = Layer.Layer<SqlClient.SqlClient, StoreError>

const clientOf = (database: Database) =>
  Effect.map(Layer.build(Layer.fresh(database)), (services) => Context.get(services, SqlClient.SqlClient))

/** Copies a store until it has its keys. */
export const interruptCopy = (from: Database, to: Database): Promise<void> =>
  Effect.gen(function* () {
    yield* copyStore({
      from: yield* clientOf(from),
      to: yield* clientOf(to),
      onProgress: ({ table }) => (table === "api_key" ? Effect.interrupt : Effect.void)
    })
  }).pipe(Effect.scoped, Effect.exit, Effect.asVoid, Effect.runPromise)

/** Commands that use a store. */
export const refusedCommands = [
  ["keys", "create"],
  ["keys", "list"],
  ["groups", "list"],
  ["audit", "verify"],
  ["migrate"],
  ["migrate", "--check"]
]

/** How they refuse one into which a copy is not finished. */
export const refusal: Ran = {
  code: 1,
  out: "",
  error:
    "leadline: A copy into this database is not finished: run leadline copy again, or begin with an empty database and drop this one.\n"
}

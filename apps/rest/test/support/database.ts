// The database of a test: SQLite in memory, or in the project over PostgreSQL a schema of its own.
import * as Sqlite from "@leadline/store-sql/sqlite"
import { layerNewSchema } from "@leadline/lab"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    postgres: string | undefined
  }
}

/** The URL of a PostgreSQL; undefined where the tests run over SQLite. */
export const postgresUrl = inject("postgres")

/** A new and empty database. */
export const newDatabase =
  postgresUrl === undefined ? Sqlite.layer({ filename: ":memory:" }) : layerNewSchema(postgresUrl)

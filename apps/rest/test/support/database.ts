// The database of a test: SQLite in memory, or in the project over PostgreSQL a schema of its own.
import * as Postgres from "@leadline/store-sql/postgres"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { newSchema } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
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
  postgresUrl === undefined
    ? Sqlite.layer({ filename: ":memory:" })
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => newSchema(postgresUrl)),
          (url) => Postgres.layer({ url: Redacted.make(url) })
        )
      )

// leadline copy: moves a store from one database to another, as from SQLite to PostgreSQL.
// Source: §5; Assumed: ours, the document knows no command line.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { readStoreSettings, type StoreSettings } from "../settings/store.ts"
import { layerDatabaseAt } from "../store/layer.ts"
import { printMessage, quietFlag } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const expected = "expected a database like sqlite:FILE or postgres://user:password@host:5432/database"

/** The database that a flag names. */
const databaseOf = Effect.fnUntraced(function* (flag: string, text: string, settings: StoreSettings) {
  if (text.startsWith("sqlite:")) {
    const filename = resolve(text.slice("sqlite:".length))
    if (flag === "--from" && !existsSync(filename)) {
      return yield* new UsageError({ message: `${flag}: the file ${filename} does not exist` })
    }
    return layerDatabaseAt({ filename }, settings)
  }
  if (/^postgres(?:ql)?:/.test(text) && URL.canParse(text)) {
    return layerDatabaseAt({ url: Redacted.make(text) }, settings)
  }
  return yield* new UsageError({ message: `${flag}: ${expected}` })
})

const barWidth = 30

/** A bar that is drawn over itself on a terminal, and elsewhere a line for each table. */
const showProgress = ({ copied, table, total }: Store.CopyProgress) => {
  const isComplete = copied >= total
  const counts = `${table}: ${copied} of ${total} rows`
  if (!process.stderr.isTTY) return isComplete ? Console.error(counts) : Effect.void
  const filled = Math.floor((barWidth * copied) / Math.max(1, total))
  const bar = "#".repeat(filled).padEnd(barWidth, ".")
  return Effect.sync(() => void process.stderr.write(`\r[${bar}] ${counts}${isComplete ? "\n" : ""}`))
}

/** Servers must be stopped. */
export const copy = Command.make(
  "copy",
  {
    from: Flag.String("from").pipe(
      Flag.withMetavar("DATABASE"),
      Flag.withDescription("Database of the store, like sqlite:.leadline/leadline.sqlite")
    ),
    to: Flag.String("to").pipe(
      Flag.withMetavar("DATABASE"),
      Flag.withDescription(
        "Empty database. Default: that of LEADLINE_DATABASE_URL, where others do not see its password"
      ),
      Flag.withDefault("")
    ),
    quiet: quietFlag
  },
  ({ from, quiet, to }) =>
    Effect.gen(function* () {
      const settings = yield* readStoreSettings
      if (to === "" && settings.databaseUrl === undefined) {
        return yield* new UsageError({
          message: "Name the database to copy to: set LEADLINE_DATABASE_URL, or give --to"
        })
      }
      const target =
        to === "" && settings.databaseUrl !== undefined ? Redacted.value(settings.databaseUrl) : to
      const clientOf = Effect.fnUntraced(function* (flag: string, text: string) {
        const services = yield* Layer.build(Layer.fresh(yield* databaseOf(flag, text, settings)))
        return Context.get(services, SqlClient.SqlClient)
      })
      yield* Store.copyStore({
        from: yield* clientOf("--from", from),
        to: yield* clientOf("--to", target),
        onProgress: quiet ? undefined : showProgress
      })
      return yield* printMessage(
        quiet,
        "The store is copied, and both databases agree.",
        "It needs the same pepper: set LEADLINE_PEPPER to the content of the file pepper of the old store."
      )
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Copy a store to an empty database, while no server runs, and compare both row by row. Run it again after an " +
      "interruption: it goes on where it was. The pepper is not copied."
  ),
  Command.withShortDescription("Copy a store to another database"),
  Command.withExamples([
    {
      command: "leadline copy --from sqlite:.leadline/leadline.sqlite --to postgres://leadline@db/leadline",
      description: "From a file to a PostgreSQL"
    }
  ])
)

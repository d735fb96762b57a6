// leadline copy: moves a store from one database to another, as from SQLite to PostgreSQL.
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
import { readSecret } from "../settings/setting.ts"
import { readStoreSettings, type StoreSettings } from "../settings/store.ts"
import { layerCopyDatabase } from "../store/layer.ts"
import { printMessage, quietFlag } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const expected = "expected a database like sqlite:FILE or postgres://user:password@host:5432/database"

/** The database that a flag or its variable names. */
const databaseOf = Effect.fnUntraced(function* (isSource: boolean, text: string, settings: StoreSettings) {
  const flag = isSource ? "--from" : "--to"
  if (text.startsWith("sqlite:")) {
    const filename = resolve(text.slice("sqlite:".length))
    if (isSource && !existsSync(filename)) {
      return yield* new UsageError({ message: `${flag}: the file ${filename} does not exist` })
    }
    return layerCopyDatabase({ filename }, settings, !isSource)
  }
  if (!/^postgres(?:ql)?:/.test(text)) return yield* new UsageError({ message: `${flag}: ${expected}` })
  const url = Redacted.make(text)
  const problem = Store.databaseUrlProblem(url)
  if (problem !== undefined) return yield* new UsageError({ message: `${flag}: ${problem}` })
  return layerCopyDatabase({ url }, settings, !isSource)
})

/** The text of a flag, or else of its variable. */
const given = Effect.fnUntraced(function* (
  what: string,
  flag: { readonly name: string; readonly text: string },
  variable: { readonly name: string; readonly value: Redacted.Redacted | undefined }
) {
  if (flag.text !== "") return flag.text
  if (variable.value !== undefined) return Redacted.value(variable.value)
  return yield* new UsageError({ message: `Name ${what}: set ${variable.name}, or give ${flag.name}` })
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

const messages: Record<Store.CopyResult, string> = {
  copied: "The store is copied, and both databases agree.",
  equal: "The store is already copied: nothing was written, and both databases agree."
}

/** Servers must be stopped. */
export const copy = Command.make(
  "copy",
  {
    from: Flag.String("from").pipe(
      Flag.withMetavar("DATABASE"),
      Flag.withDescription(
        "Database of the store, like sqlite:.leadline/leadline.sqlite. Default: that of LEADLINE_COPY_FROM, where " +
          "others do not see its password"
      ),
      Flag.withDefault("")
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
      const source = yield* given(
        "the database to copy from",
        { name: "--from", text: from },
        { name: "LEADLINE_COPY_FROM", value: yield* readSecret("LEADLINE_COPY_FROM", expected, /./) }
      )
      const target = yield* given(
        "the database to copy to",
        { name: "--to", text: to },
        { name: "LEADLINE_DATABASE_URL", value: settings.databaseUrl }
      )
      if (source === target) {
        return yield* new UsageError({ message: "--from and --to are the same database" })
      }
      const clientOf = Effect.fnUntraced(function* (isSource: boolean, text: string) {
        const database = Layer.fresh(yield* databaseOf(isSource, text, settings))
        const services = yield* Effect.catchIf(
          Layer.build(database),
          (error) => error instanceof Store.StoreError && error.isMissing === true,
          () => Effect.fail(new UsageError({ message: "--from: the database has no store" }))
        )
        return Context.get(services, SqlClient.SqlClient)
      })
      const result = yield* Store.copyStore({
        from: yield* clientOf(true, source),
        to: yield* clientOf(false, target),
        onProgress: quiet ? undefined : showProgress
      })
      return yield* printMessage(
        quiet,
        messages[result],
        "It needs the same pepper: set LEADLINE_PEPPER to the content of the file pepper of the old store."
      )
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Copy a store to an empty database, while no server runs, and compare both row by row. Nothing else opens that " +
      "database before the copy is complete. Run it again after an interruption, to go on, or later, to compare again. " +
      "The pepper is not copied."
  ),
  Command.withShortDescription("Copy a store to another database"),
  Command.withExamples([
    {
      command: "leadline copy --from sqlite:.leadline/leadline.sqlite --to postgres://leadline@db/leadline",
      description: "From a file to a PostgreSQL"
    }
  ])
)

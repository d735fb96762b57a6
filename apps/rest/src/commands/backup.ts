// leadline backup and restore: copies the database while the server runs, and puts a copy back.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { readStoreSettings } from "../settings/store.ts"
import { openDataDirectory } from "../store/dataDirectory.ts"
import { anchorFile, databaseFile, existingDirectory, layerStore, requireSqlite } from "../store/layer.ts"
import { storeFlags, withFlags } from "./flags.ts"
import { jsonFlag, printJson, printMessage, quietFlag } from "./output.ts"

/** Servers may use the store meanwhile. */
export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("New file, best on another disk")),
    json: jsonFlag,
    quiet: quietFlag,
    dataDir: storeFlags.dataDir
  },
  ({ dataDir, file, json, quiet }) =>
    Effect.gen(function* () {
      const settings = yield* readStoreSettings
      yield* requireSqlite(settings, "use pg_dump, or the backups of your database service.")
      const directory = yield* existingDirectory(settings)
      const to = resolve(file)
      const bytes = yield* Sqlite.backup({ filename: databaseFile(directory), to })
      if (json) return yield* printJson({ file: to, bytes })
      return yield* printMessage(
        quiet,
        `The backup is ${to}, ${bytes} bytes.`,
        "It works only with the pepper of this store: keep that, too, and in another place."
      )
    }).pipe(withFlags([dataDir]))
).pipe(
  Command.withDescription(
    "Copy the database to a new file while servers use it. The copy is complete and checked when the file appears. " +
      "The pepper is not in it."
  ),
  Command.withShortDescription("Copy the database while servers use it"),
  Command.withExamples([{ command: "leadline backup /backups/monday.sqlite", description: "One file" }])
)

/** A sentence about the database before the restore. */
const before = ({ isDamaged, kept, revoked }: Sqlite.Replaced): string => {
  const missed = "keys that were revoked after the backup are valid again. Revoke them."
  if (kept === undefined) return `There was no database before: ${missed}`
  const moved = `The one before is ${kept}; keys revoked in it stay revoked: ${revoked.length}.`
  return isDamaged ? `${moved} It is damaged, and may have held more: such ${missed}` : moved
}

/** Servers must be stopped. */
export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File of leadline backup")),
    json: jsonFlag,
    quiet: quietFlag,
    dataDir: storeFlags.dataDir
  },
  ({ dataDir, file, json, quiet }) =>
    Effect.gen(function* () {
      const settings = yield* readStoreSettings
      yield* requireSqlite(settings, "use pg_restore, then revoke again the keys that were revoked since.")
      const directory = yield* openDataDirectory(settings)
      const filename = databaseFile(directory)
      const replaced = yield* Sqlite.restore({ filename, from: resolve(file) }, (restored, ids) =>
        Effect.provide(Store.completeRestore(ids), layerStore(settings, directory, restored))
      )
      // The anchor was that of the database before.
      const anchor = anchorFile(directory)
      rmSync(anchor, { force: true })
      yield* Effect.scoped(
        Layer.build(
          Store.layerAuditAnchor({ file: anchor }).pipe(Layer.provide(layerStore(settings, directory)))
        )
      )
      if (json) {
        const { isDamaged, kept = null, revoked } = replaced
        return yield* printJson({ database: filename, kept, damaged: isDamaged, revoked: revoked.length })
      }
      return yield* printMessage(quiet, `The database is ${filename} now.`, before(replaced))
    }).pipe(withFlags([dataDir]))
).pipe(
  Command.withDescription(
    "Replace the database by a backup, while no server runs: stop it first. The database before is kept as " +
      "leadline.sqlite.replaced-TIME, and keys that are revoked in it stay revoked. A damaged one is moved aside as " +
      "leadline.sqlite.damaged-TIME, with its -wal and -shm; revoke again the keys revoked after the backup."
  ),
  Command.withShortDescription("Replace the database by a backup"),
  Command.withExamples([
    { command: "leadline restore /backups/monday.sqlite", description: "Then start the server" }
  ])
)

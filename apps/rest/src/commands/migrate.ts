// leadline migrate: updates the tables of a store, or checks whether they are current.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { readStoreSettings } from "../settings/store.ts"
import { layerTables } from "../store/layer.ts"
import { storeFlags, withFlags } from "./flags.ts"
import { jsonFlag, printJson } from "./output.ts"

/** The tables are not those of this version. The message says what to do. */
export class TablesNotCurrent extends Data.TaggedError("TablesNotCurrent")<{ readonly message: string }> {}

/** Advice for tables that are not current; undefined: they are. */
const problemOf = ({ current, newest, pending }: Store.MigrationState): string | undefined => {
  if (current > newest) {
    return `The tables are of migration ${current}, this version knows ${newest}: update the server`
  }
  return pending.length === 0
    ? undefined
    : `The tables are of migration ${current}. The next start, or leadline migrate, adds ${pending.join(", ")}`
}

/** A server does the same when it starts. */
export const migrate = Command.make(
  "migrate",
  {
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Change nothing; exit code 3 unless the tables are current"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    store: storeFlags
  },
  ({ check, json, store }) =>
    Effect.gen(function* () {
      const settings = yield* readStoreSettings
      const state = yield* Effect.provide(Store.migrationState, layerTables(settings, !check))
      const problem = problemOf(state)
      if (json) yield* printJson(state)
      else if (problem === undefined) {
        yield* Console.log(`The tables are current, of migration ${state.current}.`)
      }
      if (problem !== undefined) return yield* new TablesNotCurrent({ message: problem })
    }).pipe(withFlags(Object.values(store)))
).pipe(
  Command.withDescription(
    "Update the tables of a store to this version, as the start of a server does. Servers of the version before " +
      "go on meanwhile. Older ones do not start on these tables any more"
  ),
  Command.withShortDescription("Update the tables of a store"),
  Command.withExamples([
    { command: "leadline migrate --check", description: "Whether a start would change the tables" }
  ])
)

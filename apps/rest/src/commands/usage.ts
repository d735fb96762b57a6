// leadline usage: exports what key groups used, by month and operation.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { storeFlags, groupFlag, onStore } from "./flags.ts"
import { jsonFlag, printJson } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const usageExport = Command.make(
  "export",
  {
    month: Flag.String("month").pipe(
      Flag.withMetavar("YYYY-MM"),
      Flag.withDescription("Only this month, UTC. Default: all months"),
      Flag.withDefault("")
    ),
    group: groupFlag("Only this key group"),
    json: jsonFlag,
    store: storeFlags
  },
  ({ store, group, json, month }) =>
    Effect.gen(function* () {
      if (!/^(\d{4}-(0[1-9]|1[0-2]))?$/.test(month)) {
        return yield* new UsageError({ message: "--month: expected a month like 2026-11" })
      }
      const rows = yield* onStore(
        store,
        Store.listUsage({ month: month === "" ? undefined : month, group: group === "" ? undefined : group })
      )
      return yield* json ? printJson(rows) : Console.log(Store.usageCsv(rows))
    })
).pipe(
  Command.withDescription(
    "Print what each key group used in each month, by operation, as CSV or JSON: requests, tokens and USD. " +
      "A running server writes its sums every ten seconds"
  ),
  Command.withShortDescription("Print requests, tokens and USD by month, group and operation"),
  Command.withExamples([
    { command: "leadline usage export --month 2026-11 > usage.csv", description: "One month as CSV" }
  ])
)

/** `leadline usage` with its subcommand. */
export const usage = Command.make("usage").pipe(
  Command.withDescription("Export what key groups used"),
  Command.withSubcommands([usageExport])
)

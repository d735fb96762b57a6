// The command `load bulk`.
import { command as define, wholeNumber } from "../../command.ts"
import { startServer } from "../attack/startServer.ts"
import { type BulkResult, optionSets, problemsIn, report, runBulk } from "./run.ts"

/** Calls at once, under each set of options. */
export const command = define({
  about: "Calls at once under the default limits. Exit code 1 when one fails.",
  words: wholeNumber("calls at once", 1_000, "NUMBER"),
  run: async (_options, calls) => {
    const { stop, victim } = await startServer()
    const results: Array<BulkResult> = []
    for (const options of optionSets) results.push(await runBulk(victim, victim.keys.calm, calls, options))
    await stop()
    console.log(report(results))
    return problemsIn(results)
  }
})

// The command `update`: servers of an older version are replaced by this one under load.
import { command as define, number, text, UsageError } from "../command.ts"
import { newSchema } from "../postgres/schema.ts"
import { startPostgres } from "../postgres/server.ts"
import { checkOut, current } from "./serverNode.ts"
import { report } from "./workload.ts"
import { updateUnderLoad } from "./rollingUpdate.ts"

/** Updates servers under load. */
export const command = define({
  about:
    "Servers of an older version are replaced by this one under load. Exit code 1 when a call fails, or something is\nlost.",
  options: {
    from: text("the older version; installed in a folder of its own", "COMMIT"),
    database: text("sqlite: one server, or postgres: three nodes; default postgres", "NAME"),
    seconds: number("of load between two replacements", 5, 0.1)
  },
  run: async ({ database = "postgres", from: commit, seconds }) => {
    if (commit === undefined) throw new UsageError("--from: name a commit")
    if (database !== "sqlite" && database !== "postgres")
      throw new UsageError(`--database: there is no ${database}`)
    const from = checkOut(commit)
    console.log(`From ${from.name} to this version, on ${database}`)
    const postgres = database === "postgres" ? await startPostgres() : undefined
    const { ledger, startAgain } = await updateUnderLoad({
      from,
      to: current,
      databaseUrl: postgres && (await newSchema(postgres.url)),
      nodes: postgres === undefined ? 1 : 3,
      pace: seconds * 1_000
    })
    console.log(report(ledger).join("\n"))
    const again = await startAgain().then(
      () => "it starts",
      (error: Error) => error.message
    )
    console.log(`the old version on the new tables: ${again}`)
    await postgres?.stop()
    return ledger.broken
  }
})

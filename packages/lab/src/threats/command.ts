// The command `threats`: runs the table of threats on every supported Node.
import { command as define, flag, texts, UsageError } from "../command.ts"
import { startPostgres } from "../postgres/server.ts"
import { nodes, type NodeVersion } from "../runtimes/projects/versions.ts"
import { databaseThreats, runOnNode, threats } from "./index.ts"

const versions = Object.keys(nodes)

const isVersion = (text: string): text is NodeVersion => versions.includes(text)

/** The Nodes with these names; without names, all of them. */
const chosen = (asked: ReadonlyArray<string>): ReadonlyArray<NodeVersion> => {
  const wrong = asked.find((text) => !isVersion(text))
  if (wrong !== undefined) throw new UsageError(`${wrong}: expected one of ${versions.join(", ")}`)
  return (asked.length === 0 ? versions : asked).filter(isVersion)
}

/** Runs the table. */
export const command = define({
  about: "The table of threats. Exit code 1 when a row is not as wanted.",
  options: {
    row: texts("only these rows, by their ids", "ID"),
    postgres: flag("over stores and limits in a PostgreSQL, in place of memory")
  },
  words: texts(`of Node: ${versions.join(", ")}; default all`, "VERSION..."),
  run: async (options, asked) => {
    const all = options.postgres ? [...threats, ...databaseThreats] : threats
    const rows = options.row.length === 0 ? all : all.filter(({ id }) => options.row.includes(id))
    if (rows.length < new Set(options.row).size) throw new UsageError("--row: there is no such row")
    const postgres = options.postgres ? await startPostgres() : undefined
    const faults: Array<string> = []
    for (const version of chosen(asked)) {
      const { after, outcomes } = await runOnNode(version, rows, postgres?.url)
      const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0)
      console.log(`Node ${version}: ${outcomes.length - wrong.length} of ${outcomes.length} rows as wanted`)
      const said = `calls of the servers to others: ${after.outgoing}, keys and bodies in their logs: ${after.leaks}`
      console.log(`  ${said}`)
      for (const { threat, wrong: found } of wrong)
        faults.push(`Node ${version}: ${threat.id} ${threat.title}: ${found.join("; ")}`)
      if (after.outgoing > 0 || after.leaks > 0) faults.push(`Node ${version}: ${said}`)
    }
    await postgres?.stop()
    return faults
  }
})

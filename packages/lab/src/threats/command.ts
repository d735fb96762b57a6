// The command `threats`: runs the table of threats on every supported Node and writes the results.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { command as define, flag, texts, UsageError } from "../command.ts"
import { startPostgres } from "../postgres/server.ts"
import { markdownTable } from "../tables.ts"
import { nodes, type NodeVersion } from "../runtimes/projects/versions.ts"
import { databaseThreats, runOnNode, threats } from "./index.ts"
import type { Outcome } from "./Threat.ts"

const versions = Object.keys(nodes)

const isVersion = (text: string): text is NodeVersion => versions.includes(text)

/** The Nodes with these names; without names, all of them. */
const chosen = (asked: ReadonlyArray<string>): ReadonlyArray<NodeVersion> => {
  const wrong = asked.find((text) => !isVersion(text))
  if (wrong !== undefined) throw new UsageError(`${wrong}: expected one of ${versions.join(", ")}`)
  return (asked.length === 0 ? versions : asked).filter(isVersion)
}

const results = resolve(import.meta.dirname, "../../../../.results")

const cell = ({ idleAfter, turn, wait, wrong }: Outcome) =>
  wrong.length > 0
    ? wrong.join("; ")
    : idleAfter !== undefined
      ? `as wanted, ${Math.round(idleAfter)} ms`
      : wait !== undefined
        ? `as wanted, another tenant waited for ${Math.round(wait)} ms`
        : turn !== undefined
          ? `as wanted, ${Math.round(turn.busy)} ms (${Math.round(turn.delay)})`
          : "as wanted"

const write = (
  rows: typeof threats,
  columns: ReadonlyArray<readonly [string, ReadonlyArray<Outcome>]>
): void => {
  const table = markdownTable([
    ["Id", "Row", ...columns.map(([version]) => `Node ${version}`)],
    ...rows.map(({ id, title }, row) => {
      const outcomes = columns.map(([, all]) => all[row])
      return [id, title, ...outcomes.map((outcome) => (outcome === undefined ? "" : cell(outcome)))]
    })
  ])
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, "threats.md"), `${table.join("\n")}\n`)
  console.log(`Written: ${join(results, "threats.md")}`)
}

/** Runs the table. */
export const command = define({
  about: "The table of threats; writes .results/threats.md. Exit code 1 when a row is not as wanted.",
  options: {
    row: texts("only these rows, by their ids; nothing is written then", "ID"),
    postgres: flag("over stores and limits in a PostgreSQL, in place of memory")
  },
  words: texts(`of Node: ${versions.join(", ")}; default all`, "VERSION..."),
  run: async (options, asked) => {
    const all = options.postgres ? [...threats, ...databaseThreats] : threats
    const rows = options.row.length === 0 ? all : all.filter(({ id }) => options.row.includes(id))
    if (rows.length < new Set(options.row).size) throw new UsageError("--row: there is no such row")
    const postgres = options.postgres ? await startPostgres() : undefined
    const columns: Array<readonly [string, ReadonlyArray<Outcome>]> = []
    const faults: Array<string> = []
    for (const version of chosen(asked)) {
      const { after, outcomes } = await runOnNode(version, rows, postgres?.url)
      columns.push([postgres === undefined ? version : `${version}, PostgreSQL`, outcomes])
      const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0)
      console.log(`Node ${version}: ${outcomes.length - wrong.length} of ${outcomes.length} rows as wanted`)
      const said = `calls of the servers to others: ${after.outgoing}, keys and bodies in their logs: ${after.leaks}`
      console.log(`  ${said}`)
      for (const outcome of wrong)
        faults.push(`Node ${version}: ${outcome.threat.id} ${outcome.threat.title}: ${cell(outcome)}`)
      if (after.outgoing > 0 || after.leaks > 0) faults.push(`Node ${version}: ${said}`)
    }
    await postgres?.stop()
    if (options.row.length === 0) write(rows, columns)
    return faults
  }
})

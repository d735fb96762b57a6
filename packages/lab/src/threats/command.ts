// Command line of the threat table: runs it on every supported Node and writes the results.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "../postgres/server.ts"
import { runOnNode, threats } from "./index.ts"
import type { Outcome } from "./Threat.ts"

/** The oldest supported version, and a recent one of each major version. */
const versions = ["22.19.0", "22.23.3", "24.21.0", "26.10.0"]
const results = resolve(import.meta.dirname, "../../../../.results")

const cell = ({ idleAfter, turn, wrong }: Outcome) =>
  wrong.length > 0
    ? wrong.join("; ")
    : idleAfter !== undefined
      ? `as wanted, ${Math.round(idleAfter)} ms`
      : turn !== undefined
        ? `as wanted, ${Math.round(turn.busy)} ms (${Math.round(turn.delay)})`
        : "as wanted"

const usage = `npm run test:threats -- [version...] [--row id...] [--postgres]    the table of threats; exit code 1 when a row is not as wanted
  version    of the npm package "node"; default ${versions.join(", ")}
  --row      one row only, by its id; may be given more than once, and nothing is written then
  --postgres over stores and limits in a PostgreSQL, in place of memory`

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean" },
        postgres: { type: "boolean" },
        row: { type: "string", multiple: true }
      }
    })
  } catch {
    return undefined
  }
}

const args = given()
const asked = args?.positionals ?? []
const only = new Set(args?.values.row)
const rows = only.size === 0 ? threats : threats.filter(({ id }) => only.has(id))
if (args === undefined || args.values.help === true || rows.length < only.size) {
  console.log(usage)
  process.exit(args?.values.help === true ? 0 : 1)
}
const postgres = args.values.postgres === true ? await startPostgres() : undefined
const columns: Array<readonly [string, ReadonlyArray<Outcome>]> = []
for (const version of asked.length === 0 ? versions : asked) {
  const { after, outcomes } = await runOnNode(version, rows, postgres?.url)
  columns.push([postgres === undefined ? version : `${version}, PostgreSQL`, outcomes])
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0)
  console.log(`Node ${version}: ${outcomes.length - wrong.length} of ${outcomes.length} rows as wanted`)
  for (const outcome of wrong) console.log(`  ${outcome.threat.id} ${outcome.threat.title}: ${cell(outcome)}`)
  console.log(
    `  calls of the servers to others: ${after.outgoing}, keys and bodies in their logs: ${after.leaks}`
  )
  if (wrong.length > 0 || after.outgoing > 0 || after.leaks > 0) process.exitCode = 1
}
await postgres?.stop()

const write = () => {
  const lines = [
    `| Id | Row | ${columns.map(([version]) => `Node ${version}`).join(" | ")} |`,
    `| --- | --- | ${columns.map(() => "---").join(" | ")} |`,
    ...threats.map(({ id, title }, row) => {
      const cells = columns
        .map(([, outcomes]) => outcomes[row])
        .map((outcome) => (outcome ? cell(outcome) : ""))
      return `| ${[id, title, ...cells].map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`
    })
  ]
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, "threats.md"), `${lines.join("\n")}\n`)
  console.log(`Written: ${join(results, "threats.md")}`)
}
if (only.size === 0) write()

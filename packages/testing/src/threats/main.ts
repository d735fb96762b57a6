// Runs the table against servers on every supported Node, and writes what came of it.
// Source: none; Assumed: ours. Arguments: versions of the npm package `node`; without any, the three lines of it.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { runThreats, threats } from "./index.ts"
import type { Outcome, Targets } from "./Threat.ts"

/** The oldest that is supported, and the newest of each line when this was written. */
const versions = ["22.19.0", "22.23.3", "24.21.0", "26.10.0"]
const results = resolve(import.meta.dirname, "../../../../.results")

const start = (version: string) => {
  const program = join(import.meta.dirname, "serve.ts")
  const command = `exec node --conditions=@leadline/source ${JSON.stringify(program)}`
  return version === process.versions.node
    ? spawn(process.execPath, ["--conditions=@leadline/source", program], {
        stdio: ["pipe", "pipe", "inherit"]
      })
    : spawn("npx", ["--yes", "--prefer-offline", "-p", `node@${version}`, "-c", command], {
        stdio: ["pipe", "pipe", "inherit"]
      })
}

const runOn = async (version: string): Promise<ReadonlyArray<Outcome>> => {
  const server = start(version)
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith("{")) continue
    const said: { readonly version: string; readonly targets: Targets } = JSON.parse(line)
    if (said.version !== version) throw new Error(`Node ${version} was asked for, ${said.version} came`)
    const outcomes = await runThreats(threats, said.targets)
    server.stdin.end()
    await once(server, "exit")
    return outcomes
  }
  throw new Error(`Node ${version} does not start`)
}

const cell = ({ idleAfter, wrong }: Outcome) =>
  wrong.length > 0
    ? wrong.join("; ")
    : idleAfter === undefined
      ? "as wanted"
      : `as wanted, ${Math.round(idleAfter)} ms`

const asked = process.argv.slice(2)
const columns: Array<readonly [string, ReadonlyArray<Outcome>]> = []
for (const version of asked.length === 0 ? versions : asked) {
  const outcomes = await runOn(version)
  columns.push([version, outcomes])
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0)
  console.log(`Node ${version}: ${outcomes.length - wrong.length} of ${outcomes.length} rows as wanted`)
  for (const outcome of wrong) console.log(`  ${outcome.threat.id} ${outcome.threat.title}: ${cell(outcome)}`)
  if (wrong.length > 0) process.exitCode = 1
}

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

// Checks the suite on every runtime, prints a table and writes it to a file: --in names a project that has the packed
// packages, --short leaves out what takes long, other words are names of runtimes.
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { start } from "./fixture/server.ts"
import type { Told } from "./suiteRuns/programs.ts"
import { type Runtime, runtimes, versionOf } from "./suiteRuns/runtimes.ts"
import type { Report } from "./suite/check.ts"
import { differences, document, lines, type Run } from "./suiteRuns/table.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { in: { type: "string" }, short: { type: "boolean", default: false } }
})
const project = values.in
if (project === undefined) throw new Error("--in: expected a project that has the packed packages")
const fixture = await start()
cpSync(join(import.meta.dirname, "suite"), join(project, "suite"), { recursive: true })

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const failing = (name: string, error: unknown): Report => ({
  passed: 0,
  failed: [{ name, message: messageOf(error) }],
  outcomes: {}
})

const runOf = async (runtime: Runtime, transport: Told["transport"]): Promise<Run> => {
  const run = { name: runtime.name, transport }
  let version: string
  try {
    version = await versionOf(runtime)
  } catch (error) {
    const isLeftOut = values.short && positionals.length === 0 && runtime.isOptional === true
    return isLeftOut
      ? { ...run, version: "-", report: undefined, note: `left out: ${messageOf(error)}` }
      : { ...run, version: "-", report: failing("start", error), note: "-" }
  }
  const began = performance.now()
  const name = `${runtime.name}-${transport}`
  const told = {
    transport,
    baseUrl: `${fixture.origin}/${name}`,
    closingUrl: `${fixture.closing}/${name}`,
    isShort: values.short
  }
  const report = await runtime
    .run({ fixture, project, told, name })
    .catch((error: unknown) => failing("run", error))
  return { ...run, version, report, note: `${((performance.now() - began) / 1000).toFixed(1)} s` }
}

const wanted = runtimes
  .filter(({ isShort, name }) =>
    positionals.length > 0 ? positionals.includes(name) : isShort || !values.short
  )
  .flatMap((runtime) => runtime.transports.map((transport) => ({ runtime, transport })))
const began = performance.now()
const runs: Array<Run> = []
// Four at a time, in order: most of a run is waiting.
const queue = wanted.entries()
const worker = async () => {
  for (const [at, { runtime, transport }] of queue) {
    const run = await runOf(runtime, transport)
    runs[at] = run
    if (process.stderr.isTTY) console.error(`${run.name} over ${transport}: ${run.note}`)
  }
}
await Promise.all([worker(), worker(), worker(), worker()])
await fixture.close()

const form = positionals.length > 0 ? "some" : values.short ? "short" : "full"
const file = join(import.meta.dirname, "../.results", `${form}.md`)
mkdirSync(join(file, ".."), { recursive: true })
writeFileSync(file, document(runs))

const different = differences(runs)
for (const line of [...lines(runs), ...different]) console.log(line)
console.log(
  `all: ${((performance.now() - began) / 1000).toFixed(1)} s; row by row in ${relative(process.cwd(), file)}`
)
if (different.length > 0 || runs.some(({ report }) => report !== undefined && report.failed.length > 0))
  process.exitCode = 1

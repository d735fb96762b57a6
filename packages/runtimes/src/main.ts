// Checks the suite on every runtime and prints a table: --in names a project that has the packed packages,
// --short leaves out what takes long, other words are names of runtimes.
// Source: none; Assumed: ours.
import { cpSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { start } from "./fixture/server.ts"
import { type Runtime, runtimes } from "./runtimes.ts"
import type { Told } from "./programs.ts"
import type { Report } from "./suite/check.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { in: { type: "string" }, short: { type: "boolean", default: false } }
})
const project = values.in
if (project === undefined) throw new Error("--in: expected a project that has the packed packages")

interface Row {
  readonly name: string
  readonly transport: Told["transport"]
  readonly report: Report | undefined
  readonly note: string
}

const fixture = await start()
cpSync(join(import.meta.dirname, "suite"), join(project, "suite"), { recursive: true })

const rowOf = async (runtime: Runtime, transport: Told["transport"]): Promise<Row> => {
  const row = { name: runtime.name, transport }
  if (runtime.missing !== undefined) {
    const isWanted = process.env["LEADLINE_REQUIRE_CHROMIUM"] !== undefined
    const failed = [{ name: "start", message: runtime.missing }]
    return { ...row, report: isWanted ? { passed: 0, failed } : undefined, note: runtime.missing }
  }
  const began = performance.now()
  const name = `${runtime.name}-${transport}`
  const told = { transport, baseUrl: `${fixture.origin}/${name}`, isShort: values.short }
  const report = await runtime
    .run({ fixture, project, told, name })
    .catch((error: unknown): Report => ({ passed: 0, failed: [{ name: "run", message: String(error) }] }))
  return { ...row, report, note: `${((performance.now() - began) / 1000).toFixed(1)} s` }
}

const wanted = runtimes
  .filter(({ isShort, name }) =>
    positionals.length > 0 ? positionals.includes(name) : isShort || !values.short
  )
  .flatMap((runtime) => runtime.transports.map((transport) => ({ runtime, transport })))
const began = performance.now()
const rows: Array<Row> = []
// Four at a time, in order: most of a run is waiting.
const queue = wanted.values()
const worker = async () => {
  for (const { runtime, transport } of queue) rows.push(await rowOf(runtime, transport))
}
await Promise.all([worker(), worker(), worker(), worker()])
await fixture.close()

const order = (row: Row) =>
  wanted.findIndex(({ runtime, transport }) => runtime.name === row.name && transport === row.transport)
console.log(["runtime".padEnd(16), "transport", "passed", "failed", "time"].join("  "))
for (const { name, note, report, transport } of rows.toSorted((a, b) => order(a) - order(b))) {
  const [passed, failed] = report === undefined ? ["-", "-"] : [report.passed, report.failed.length]
  console.log(
    [name.padEnd(16), transport.padEnd(9), String(passed).padStart(6), String(failed).padStart(6), note].join(
      "  "
    )
  )
  const failures = report?.failed ?? []
  for (const each of failures.slice(0, 8)) console.log(`  ${each.name}: ${each.message.slice(0, 1_000)}`)
  if (failures.length > 8) console.log(`  and ${failures.length - 8} more`)
}
console.log(`all: ${((performance.now() - began) / 1000).toFixed(1)} s`)
if (wanted.length === 0 || rows.some(({ report }) => report !== undefined && report.failed.length > 0))
  process.exitCode = 1

// Runs the tests again and again beside busy loops, and lists what failed: npm run test:stress -- --help
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../runtimes/processes/environment.ts"

const usage = `npm run test:stress -- [--runs number] [--loops number] [--seed number] [--long] [project or file ...]
  --runs     how often the tests run; default 10
  --loops    processes that only compute, beside the tests; default 8
  --seed     of the order of files in the first run, the next ones follow it; property tests print their own
  --long     the tests of npm run test:all in place of the quick ones
Exit code 1 when a test failed in any run.`

/** What the JSON reporter of Vitest writes, as far as it is read here. */
interface Report {
  readonly numTotalTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

interface Failure {
  readonly test: string
  readonly message: string
}

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        long: { type: "boolean", default: false },
        loops: { type: "string", default: "8" },
        runs: { type: "string", default: "10" },
        seed: { type: "string", default: String(Date.now() % 1_000_000) }
      }
    })
  } catch {
    return undefined
  }
}

/** The failed tests of a run, and the files that could not be loaded. */
const failuresIn = ({ testResults }: Report): ReadonlyArray<Failure> =>
  testResults.flatMap(({ assertionResults, message, name, status }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({ test: `${file} > ${each.fullName}`, message: each.failureMessages[0] ?? "" }))
    return failed.length === 0 && status === "failed" ? [{ test: file, message }] : failed
  })

const folder = mkdtempSync(join(tmpdir(), "leadline-stress-"))
const busy = new Set<ReturnType<typeof spawn>>()
process.once("exit", () => {
  for (const each of busy) each.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))

/** Runs the tests once; without a report, the end of what was printed is the failure. */
const runOnce = async (seed: number, isLong: boolean, filters: ReadonlyArray<string>) => {
  const report = join(folder, "report.json")
  rmSync(report, { force: true })
  const child = spawn(
    join(root, "node_modules/.bin/vitest"),
    [
      "run",
      "--sequence.shuffle.files",
      `--sequence.seed=${seed}`,
      "--reporter=json",
      `--outputFile=${report}`,
      ...filters
    ],
    {
      cwd: root,
      env: { ...process.env, ...(isLong && { LONG_TESTS: "1" }) },
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  const code = await new Promise<number | null>((done) => child.once("close", done))
  try {
    const read = JSON.parse(readFileSync(report, "utf8")) as Report
    const failures = failuresIn(read)
    const unexplained = code !== 0 && failures.length === 0
    return {
      tests: read.numTotalTests,
      failures: unexplained ? [{ test: "an error outside the tests", message: printed }] : failures
    }
  } catch {
    return { tests: 0, failures: [{ test: "no report", message: printed }] }
  }
}

const args = given()
const numbers = { loops: Number(args?.values.loops), runs: Number(args?.values.runs) }
const first = Number(args?.values.seed)
if (args === undefined || args.values.help || !(numbers.runs > 0) || !(numbers.loops >= 0) || !(first >= 0)) {
  console.log(usage)
  process.exit(args?.values.help ? 0 : 2)
}

for (let loop = 0; loop < numbers.loops; loop++)
  busy.add(spawn(process.execPath, ["--eval", "for (;;) Math.random()"], { stdio: "ignore" }))

const seen = new Map<string, { count: number; readonly seed: number; readonly message: string }>()
for (let run = 0; run < numbers.runs; run++) {
  const seed = first + run
  const began = performance.now()
  const { failures, tests } = await runOnce(seed, args.values.long, args.positionals)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`run ${run + 1}, seed ${seed}: ${tests} tests, ${failures.length} failed, ${seconds} s`)
  for (const { message, test } of failures) {
    const known = seen.get(test)
    if (known === undefined) seen.set(test, { count: 1, seed, message })
    else known.count++
  }
}
for (const [test, { count, message, seed }] of seen) {
  console.error(`\n${test}: ${count} of ${numbers.runs} runs, first with seed ${seed}\n${message}`)
}
console.log(
  `${numbers.runs} runs beside ${numbers.loops} busy loops: ${seen.size} tests failed in any of them`
)
// The busy loops would keep this process alive.
process.exit(seen.size === 0 ? 0 : 1)

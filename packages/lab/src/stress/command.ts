// The command `stress`: runs the tests again and again beside busy loops, and lists what failed.
import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { command as define, flag, number, texts, wholeNumber } from "../command.ts"
import { killOnExit, newFolder } from "../processes.ts"
import { root } from "../runtimes/processes/environment.ts"

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

/** The failed tests of a run, and the files that could not be loaded. */
const failuresIn = ({ testResults }: Report): ReadonlyArray<Failure> =>
  testResults.flatMap(({ assertionResults, message, name, status }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({ test: `${file} > ${each.fullName}`, message: each.failureMessages[0] ?? "" }))
    return failed.length === 0 && status === "failed" ? [{ test: file, message }] : failed
  })

/** Test files at a time: three a core of the smallest machine, so that they also disturb each other. */
const workers = 6

/** Runs the tests once; without a report, the end of what was printed is the failure. */
const runOnce = async (report: string, seed: number, isLong: boolean, filters: ReadonlyArray<string>) => {
  rmSync(report, { force: true })
  const child = killOnExit(
    spawn(
      join(root, "node_modules/.bin/vitest"),
      [
        "run",
        "--sequence.shuffle.files",
        `--sequence.seed=${seed}`,
        `--maxWorkers=${workers}`,
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

/** Runs the tests beside busy loops. */
export const command = define({
  about:
    "The tests again and again beside processes that only compute. Property tests print their own seeds. Exit code 1\nwhen a test failed in any run.",
  words: texts("tests whose path contains it; default all", "FILE ..."),
  options: {
    runs: wholeNumber("how often the tests run", 10),
    loops: number("processes that only compute", 8, 0),
    seed: number(
      "of the order of files in the first run; the next ones follow it",
      Date.now() % 1_000_000,
      0
    ),
    long: flag("the tests of npm run test:all in place of the quick ones")
  },
  run: async ({ long, loops, runs, seed: first }, filters) => {
    for (let loop = 0; loop < loops; loop++)
      killOnExit(spawn(process.execPath, ["--eval", "for (;;) Math.random()"], { stdio: "ignore" }))
    const report = join(newFolder(), "report.json")
    const seen = new Map<string, { count: number; readonly seed: number; readonly message: string }>()
    for (let run = 0; run < runs; run++) {
      const seed = first + run
      const began = performance.now()
      const { failures, tests } = await runOnce(report, seed, long, filters)
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`run ${run + 1}, seed ${seed}: ${tests} tests, ${failures.length} failed, ${seconds} s`)
      for (const { message, test } of failures) {
        const known = seen.get(test)
        if (known === undefined) seen.set(test, { count: 1, seed, message })
        else known.count++
      }
    }
    console.log(`${runs} runs beside ${loops} busy loops: ${seen.size} tests failed in any of them`)
    return Array.from(
      seen,
      ([test, { count, message, seed }]) =>
        `\n${test}: ${count} of ${runs} runs, first with seed ${seed}\n${message}`
    )
  }
})

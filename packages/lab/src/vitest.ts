// Runs tests of a checkout by Vitest, and says which failed.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonTestResults } from "vitest/node"
import { killOnExit, newFolder } from "./processes.ts"
import { root } from "./program.ts"

/** A failed test, or a file that could not be loaded: then the test is the file. */
export interface Failure {
  readonly file: string
  readonly test: string
  readonly message: string
}

const failuresIn = ({ testResults }: JsonTestResults): ReadonlyArray<Failure> =>
  testResults.flatMap(({ assertionResults, message, name: file, status }) => {
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({ file, test: each.fullName, message: each.failureMessages?.[0] ?? "" }))
    return failed.length === 0 && status === "failed" ? [{ file, test: file, message }] : failed
  })

/** Runs tests once. Where they end in no report, or fail without a failed test, the end of the output is the failure. */
export const runTests = async (
  cwd: string,
  args: ReadonlyArray<string>,
  isLong: boolean
): Promise<{ readonly tests: number; readonly failures: ReadonlyArray<Failure> }> => {
  const report = join(newFolder(), "report.json")
  const command = ["run", "--reporter=json", `--outputFile=${report}`, ...args]
  const env = { ...process.env, ...(isLong && { LONG_TESTS: "1" }) }
  const child = killOnExit(
    spawn(join(root, "node_modules/.bin/vitest"), command, { cwd, env, stdio: "pipe" })
  )
  child.stdin.end()
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  const code = await new Promise<number | null>((done) => child.once("close", done))
  const outside = (test: string) => [{ file: "", test, message: printed }]
  try {
    const read: JsonTestResults = JSON.parse(readFileSync(report, "utf8"))
    const failures = failuresIn(read)
    const isUnexplained = code !== 0 && failures.length === 0
    return {
      tests: read.numTotalTests,
      failures: isUnexplained ? outside("an error outside the tests") : failures
    }
  } catch {
    return { tests: 0, failures: outside("no report") }
  }
}

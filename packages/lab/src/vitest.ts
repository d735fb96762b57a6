// Runs tests of a checkout by Vitest, and says which failed.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonTestResults } from "vitest/node"
import { killOnExit, newFolder } from "./processes.ts"
import { root } from "./program.ts"

/** Runs tests once. A failure that is of no test, but of a file or of the run, has that as its name. */
export const runTests = async (cwd: string, args: ReadonlyArray<string>, isLong: boolean) => {
  const report = join(newFolder(), "report.json")
  const command = ["run", "--reporter=json", `--outputFile=${report}`, ...args]
  const env = { ...process.env, ...(isLong && { LONG_TESTS: "1" }) }
  const child = killOnExit(
    spawn(join(root, "node_modules/.bin/vitest"), command, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  )
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  const code = await new Promise<number | null>((done) => child.once("close", done))
  const outside = { test: "outside of the tests", isOutside: true, message: printed }
  let read: JsonTestResults
  try {
    read = JSON.parse(readFileSync(report, "utf8"))
  } catch {
    return { tests: 0, failures: [outside] }
  }
  const failures = read.testResults.flatMap(({ assertionResults, message, name, status }) => {
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({
        test: `${name} > ${each.fullName}`,
        isOutside: false,
        message: each.failureMessages?.[0] ?? ""
      }))
    return failed.length === 0 && status === "failed" ? [{ test: name, isOutside: false, message }] : failed
  })
  return {
    tests: read.numTotalTests,
    failures: code !== 0 && failures.length === 0 ? [outside] : failures
  }
}

// A reporter of Vitest that ends a run with one line of counts.
import { writeFileSync } from "node:fs"
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node"

/**
 * Ends a run with one plain line of counts, for readers of the log that do not parse colours.
 * Under `npm test` it writes the counts to a file instead: the runner prints the line at its end.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<unknown>,
    reason: TestRunEndReason
  ): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      let ran = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === "pending") continue
        count[state]++
        ran++
      }
      // A file that could not be loaded has no tests to count, yet it failed.
      if (module.state() === "failed" && ran === 0) count.failed++
    }
    if (reason === "interrupted" && count.failed === 0) count.failed++
    const file = process.env["CLOSING_LINE_FILE"]
    if (file === undefined) process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
    else writeFileSync(file, JSON.stringify(count))
  }
}

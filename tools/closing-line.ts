// A reporter of Vitest that ends a run with one line of counts, for readers of the log that do not parse colours.
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node"

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
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
  }
}

// A reporter of Vitest that ends a run with a line for each failed test and one line of counts, for readers of the log
// that do not parse colours.
import { relative, resolve } from "node:path"
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node"

const root = resolve(import.meta.dirname, "..")

const firstLine = (error: unknown): string =>
  (typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error))
    .split("\n", 1)
    .join("")
    .slice(0, 300)

export default class ClosingLine implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<unknown>,
    reason: TestRunEndReason
  ): void {
    const count = { passed: 0, skipped: 0 }
    const failures = errors.map((error) => `an error outside the tests: ${firstLine(error)}`)
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      let ran = 0
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result()
        if (state === "pending") continue
        ran++
        if (state === "failed") failures.push(`${file} > ${test.fullName}: ${firstLine(error)}`)
        else count[state]++
      }
      // A file that could not be loaded has no tests to count, yet it failed.
      if (module.state() === "failed" && ran === 0) failures.push(`${file}: ${firstLine(module.errors()[0])}`)
    }
    if (reason === "interrupted" && failures.length === 0) failures.push("the run was interrupted")
    const lines = failures.map((failure) => `\nFAILED ${failure}`).join("")
    process.stdout.write(`${lines}\n${count.passed} passed, ${failures.length} failed\n`)
  }
}

// Runs every check of the project in order and stops at the first that fails.
// The last line of output is always "N passed, N failed": tests, where a failed step counts as one failure.
// With arguments, only installs and runs the tests they match: npm test -- packages/core
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const filters = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), "leadline-test-"))
const counts = join(scratch, "counts.json")

const install = ["install", process.execPath, "tools/install.mjs"]
const checks = [
  ["types", "tsc", "-b"],
  ["lint", "oxlint", "--deny-warnings"],
  ["format", "oxfmt", "--check"],
  ["assumptions", "node", "tools/assumptions.ts", "--check"],
  ["exports", "node", "tools/exports.ts", "--check"],
  ["policies", "node", "tools/policies/main.ts"],
  ["reference", "node", "tools/reference/main.ts", "--check"],
  ["unused code", "knip"],
  ["build", "turbo", "run", "build", "--output-logs=errors-only"],
  ["release", "node", "tools/rehearse/main.ts", "--short"]
]
const tests = ["tests", "vitest", "run", ...filters]

/** The output of `git status`. Undefined outside a checkout, and without CI: there files may change. */
const workTree = () => {
  if (!process.env.CI) return undefined
  try {
    return execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8", stdio: "pipe" })
  } catch {
    return undefined
  }
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const step = async ([name, command, ...args]) => {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const code = await run(command, args, { env: { CLOSING_LINE_FILE: counts } })
  console.log(
    code === 0 ? `== ${name}: ok, ${seconds(start)}` : `== ${name}: failed with ${code}, ${seconds(start)}`
  )
  return code === 0
}

const steps = async () => {
  for (const each of filters.length > 0 ? [install, tests] : [install, ...checks, tests]) {
    if (!(await step(each))) return false
  }
  return true
}

/** The counts of the tests. Zeros if they did not run. */
const counted = () => {
  try {
    return JSON.parse(readFileSync(counts, "utf8"))
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const start = performance.now()
const before = workTree()
let ok = await steps()
if (workTree() !== before) {
  console.log(`\n== work tree: the run changed it\n${workTree()}`)
  ok = false
}
const { passed, failed } = counted()
rmSync(scratch, { recursive: true, force: true })
process.exitCode = ok ? 0 : 1
console.log(`\n== all: ${seconds(start)}\n\n${passed} passed, ${ok ? failed : Math.max(failed, 1)} failed`)

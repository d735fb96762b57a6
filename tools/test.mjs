// Runs every check of the project, and stops at the first that fails.
// The last line of output is always "N passed, N failed": tests, where a failed step counts as one failure.
// With arguments, only installs and runs the tests they match: npm test -- packages/core
// With --long, what has a long form for CI runs in that.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./run.mjs"
import { runLanes } from "./steps.mjs"

const isLong = process.argv.includes("--long")
const filters = process.argv.slice(2).filter((each) => each !== "--long")
const scratch = mkdtempSync(join(tmpdir(), "leadline-test-"))
const counts = join(scratch, "counts.json")
const programs = join(scratch, "programs")

const install = ["install", process.execPath, "tools/install.mjs"]
/** The tests read what these write, and start the programs. */
const bundle = ["programs", "node", "tools/programs.mjs", programs]
const build = [
  ["types", "tsc", "-b"],
  ["build", "turbo", "run", "build", "--output-logs=errors-only"]
]
const checks = [
  ["lint", "oxlint", "--deny-warnings"],
  ["format", "oxfmt", "--check"],
  ["assumptions", "node", "tools/assumptions.ts", "--check"],
  ["exports", "node", "tools/exports.ts", "--check"],
  ["policies", "node", "tools/policies/main.ts"],
  ["reference", "node", "tools/reference/main.ts", "--check"],
  ["unused code", "knip"],
  ["release", "node", "tools/rehearse/main.ts", isLong ? "--short" : "--brief"]
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

const env = {
  CLOSING_LINE_FILE: counts,
  // Many processes load the same modules: Node compiles each of them once.
  NODE_COMPILE_CACHE: join(scratch, "compiled"),
  BUNDLED_PROGRAMS: programs,
  ...(isLong && { LONG_TESTS: "1" }),
  // The steps write to a pipe.
  ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: "1" })
}

const steps = async () => {
  if (filters.length > 0) return runLanes([[install, bundle, tests]], env)
  return (await runLanes([[install, bundle, ...build]], env)) && (await runLanes([checks, [tests]], env))
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
// Processes of a step that was stopped may still write into it.
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
process.exitCode = ok ? 0 : 1
console.log(
  `\n== all: ${((performance.now() - start) / 1000).toFixed(1)} s\n\n${passed} passed, ${ok ? failed : Math.max(failed, 1)} failed`
)

// npm test: installs, runs the checks and the quick tests as turbo tasks, and ends with one line, "N passed, N failed".
// A task that fails without a test counts as one failure. With --all: also what takes processes, other runtimes or minutes.
// Paths of packages run their tests alone: npm test -- packages/core
import { execFileSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const checks = ["types", "lint", "check:format", "check:unused", "check:policies", "build"]
const long = ["test:long"]

const isAll = process.argv.includes("--all")
const paths = process.argv.slice(2).filter((each) => each !== "--all")
const tasks = [
  ...(paths.length > 0 ? [] : checks),
  "test",
  ...(paths.length > 0 ? [] : ["test:tools"]),
  ...(isAll ? long : [])
]
const filters = paths.map((path) => `--filter=./${path.replace(/^\.\//, "")}`)

/** The output of `git status`. Undefined outside a checkout, and without CI: there files may change. */
const workTree = () => {
  if (!process.env.CI) return undefined
  try {
    return execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8", stdio: "pipe" })
  } catch {
    return undefined
  }
}

const count = { passed: 0, failed: 0 }
let unread = ""
/** Prints what turbo prints, and adds up the closing lines of the tests, also of those that are cached. */
const onOutput = (text) => {
  process.stdout.write(text)
  const lines = (unread + text).split("\n")
  unread = lines.pop() ?? ""
  for (const line of lines) {
    const [, passed, failed] = /: (\d+) passed, (\d+) failed$/.exec(line) ?? []
    count.passed += Number(passed ?? 0)
    count.failed += Number(failed ?? 0)
  }
}

const start = performance.now()
const before = workTree()
let code = await run(process.execPath, ["tools/install.mjs"])
if (code === 0)
  code = await run(
    "turbo",
    [
      "run",
      ...tasks,
      ...filters,
      "--continue=dependencies-successful",
      "--output-logs=full",
      "--log-order=grouped",
      `--concurrency=${availableParallelism() + 1}`
    ],
    { onOutput, env: isAll ? { BUNDLED_PROGRAMS: join(root, "node_modules/.cache/programs") } : {} }
  )
if (workTree() !== before) {
  console.log(`\nThe run changed the work tree:\n${workTree()}`)
  code = 1
}
process.exitCode = code === 0 ? 0 : 1
console.log(
  `\n${((performance.now() - start) / 1000).toFixed(1)} s\n\n${count.passed} passed, ${code === 0 ? count.failed : Math.max(count.failed, 1)} failed`
)

// npm test: installs, runs the checks and the quick tests as turbo tasks, and ends with one line, "N passed, N failed".
// Above it, failed tests are named again. A task that fails without a test counts as one failure. With --all: also what
// takes processes, other runtimes or minutes.
// Paths of packages run their tests alone: npm test -- packages/core
import { execFileSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { long, quick } from "./gates.mjs"
import { root, run } from "./run.mjs"

const isAll = process.argv.includes("--all")
const paths = process.argv
  .slice(2)
  .filter((each) => each !== "--all")
  .map((path) => path.replace(/^\.\/|\/$/g, ""))
const isWhole = paths.length === 0

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
const failures = []
let unread = ""
/** Prints what turbo prints, and adds up the closing lines of the tests, also of those that are cached. */
const onOutput = (text) => {
  process.stdout.write(text)
  const lines = (unread + text).split("\n")
  unread = lines.pop() ?? ""
  for (const line of lines) {
    const [, passed, failed] = /(?:^|: )(\d+) passed, (\d+) failed$/.exec(line) ?? []
    count.passed += Number(passed ?? 0)
    count.failed += Number(failed ?? 0)
    const [failure] = /(?<=^(?:\S+: )?)FAILED .+$/.exec(line) ?? []
    if (failure !== undefined) failures.push(failure)
  }
}

const start = performance.now()
const before = workTree()
/** Runs tasks of turbo, so many at once. Those that do not depend on a failed one run all the same. */
const runTasks = (tasks, concurrency, env = {}) =>
  run(
    "turbo",
    [
      "run",
      ...tasks,
      ...paths.map((path) => `--filter=./${path}`),
      "--continue=dependencies-successful",
      "--output-logs=full",
      "--log-order=stream",
      `--concurrency=${concurrency}`
    ],
    { onOutput, env }
  )

let code = await run(process.execPath, ["tools/install.mjs"])
const cores = availableParallelism()
// Two of the tasks run tests, each with half of the cores.
if (code === 0 && isWhole)
  code = await runTasks(quick, cores, { VITEST_MAX_WORKERS: String(Math.ceil(cores / 2)) })
if (code === 0 && !isWhole)
  code = await run("vitest", ["run", ...paths.flatMap((path) => ["--project", path])], { onOutput })
// One at a time: many start processes, or measure.
if (code === 0 && isAll)
  code = await runTasks(["test:long", ...(isWhole ? long : [])], 1, {
    BUNDLED_PROGRAMS: join(root, "node_modules/.cache/programs")
  })
if (workTree() !== before) {
  console.log(`\nThe run changed the work tree:\n${workTree()}`)
  code = 1
}
process.exitCode = code === 0 ? 0 : 1
if (failures.length > 0) console.log(`\n${failures.join("\n")}`)
console.log(
  `\n${((performance.now() - start) / 1000).toFixed(1)} s\n\n${count.passed} passed, ${code === 0 ? count.failed : Math.max(count.failed, 1)} failed`
)

// The command `mutations`: puts each seeded fault into a copy of the sources, and looks for a test that fails.
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { command as define, flag, text, UsageError } from "../command.ts"
import { killOnExit, newFolder } from "../processes.ts"
import { root } from "../runtimes/processes/environment.ts"
import { faults } from "./faults.ts"
import type { SeededFault } from "./SeededFault.ts"

/** A copy of the tracked and the new files, with the packages that are installed here. */
const copyProject = (): string => {
  const copy = newFolder()
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  })
  for (const file of files.split("\0").filter((each) => each !== "" && existsSync(join(root, each)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true })
  }
  // It would find each fault by its place.
  rmSync(join(copy, "packages/lab/test/mutations.test.ts"))
  // Links in the packages' own folders lead to the copy's packages, and to what is installed once.
  for (const folder of globSync("{packages,apps}/*/node_modules", { cwd: root }))
    cpSync(join(root, folder), join(copy, folder), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** The projects whose quick tests may see a fault, the likeliest first. */
const projectsOf = ({ file }: SeededFault): ReadonlyArray<string> =>
  file.startsWith("packages/store-sql")
    ? ["packages/store-sql", "apps/rest"]
    : file.includes("/client/")
      ? ["packages/core", "packages/transport-node", "packages/lab"]
      : ["packages/core", "packages/lab", "apps/rest"]

/** The failed tests of a project in the copy; undefined when all pass. */
const failedTests = async (
  copy: string,
  project: string,
  isLong: boolean
): Promise<ReadonlyArray<string> | undefined> => {
  const report = join(copy, "report.json")
  rmSync(report, { force: true })
  const child = killOnExit(
    spawn(
      join(root, "node_modules/.bin/vitest"),
      ["run", "--bail=1", `--project=${project}`, "--reporter=json", `--outputFile=${report}`],
      { cwd: copy, stdio: "ignore", env: { ...process.env, ...(isLong && { LONG_TESTS: "1" }) } }
    )
  )
  const code = await new Promise((done) => child.once("close", done))
  if (code === 0) return undefined
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    readonly testResults: ReadonlyArray<{
      readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
    }>
  }
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName)
  if (failed.length === 0) throw new Error(`${project}: the tests end with ${String(code)}, and none failed`)
  return failed
}

/** The first failed test of some projects, with its project. */
const firstFailure = async (
  copy: string,
  projects: ReadonlyArray<string>,
  withLong: boolean
): Promise<string | undefined> => {
  for (const isLong of withLong ? [false, true] : [false])
    for (const project of projects) {
      const failed = await failedTests(copy, project, isLong)
      if (failed !== undefined) return `${project}${isLong ? ", long" : ""}: ${failed[0]}`
    }
  return undefined
}

/** Puts a fault into the copy; gives what takes it out again. */
const place = (copy: string, { file, find, replace }: SeededFault): (() => void) => {
  const path = join(copy, file)
  const source = readFileSync(path, "utf8")
  if (source.split(find).length !== 2) throw new Error(`${file}: does not contain once: ${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace)
  )
  return () => writeFileSync(path, source)
}

/** Puts the faults in, one at a time. */
export const command = define({
  about:
    "Puts each seeded fault into a copy of the sources, and looks for a quick test that fails. Exit code 1 when a fault\nis found by no test.",
  options: {
    only: text("the faults whose name or file contains it", "TEXT"),
    long: flag("what no quick test finds is looked for in the tests of npm run test:all, too")
  },
  run: async ({ long, only = "" }) => {
    const chosen = faults.filter(({ file, name }) => `${name} ${file}`.includes(only))
    if (chosen.length === 0) throw new UsageError(`--only: there is no fault with ${only}`)
    const copy = copyProject()
    const missed: Array<string> = []
    for (const [index, fault] of chosen.entries()) {
      const undo = place(copy, fault)
      const found = await firstFailure(copy, projectsOf(fault), long)
      undo()
      console.log(`${index + 1} of ${chosen.length}: ${fault.name}: ${found ?? "FOUND BY NO TEST"}`)
      if (found === undefined) missed.push(`found by no test: ${fault.file}: ${fault.name}`)
    }
    console.log(`${chosen.length - missed.length} of ${chosen.length} seeded faults are found`)
    return missed
  }
})

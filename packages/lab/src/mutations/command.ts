// Puts each seeded fault into a copy of the sources, and checks that a quick test fails: npm run lab -- mutations --help
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../runtimes/processes/environment.ts"
import { faults, type SeededFault } from "./faults.ts"

const usage = `npm run lab -- mutations [--only text] [--long]
  --only   the faults whose name or file contains this text
  --long   what no quick test finds is looked for in the tests of npm run test:all, too
Exit code 1 when a fault is found by no test.`

/** A copy of the tracked and the new files, with the packages that are installed here. */
const copyProject = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "leadline-mutations-"))
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  })
  for (const file of files.split("\0").filter((each) => each !== "" && existsSync(join(root, each)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true })
  }
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
      : ["packages/core", "packages/lab"]

/** The failed tests of a project in the copy; undefined when all pass. */
const failedTests = async (
  copy: string,
  project: string,
  isLong: boolean
): Promise<ReadonlyArray<string> | undefined> => {
  const report = join(copy, "report.json")
  rmSync(report, { force: true })
  const child = spawn(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--bail=1", `--project=${project}`, "--reporter=json", `--outputFile=${report}`],
    { cwd: copy, stdio: "ignore", env: { ...process.env, ...(isLong && { LONG_TESTS: "1" }) } }
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
  return failed.length === 0 ? ["an error outside the tests"] : failed
}

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

const given = () => {
  try {
    return parseArgs({
      options: {
        help: { type: "boolean", short: "h" },
        long: { type: "boolean", default: false },
        only: { type: "string", default: "" }
      }
    }).values
  } catch {
    return undefined
  }
}

const args = given()
if (args === undefined || args.help) {
  console.log(usage)
  process.exit(args?.help ? 0 : 2)
}
const chosen = faults.filter(({ file, name }) => `${name} ${file}`.includes(args.only))
const copy = copyProject()
process.once("exit", () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))

const missed: Array<string> = []
for (const [index, fault] of chosen.entries()) {
  const undo = place(copy, fault)
  const runs = [
    ...projectsOf(fault).map((project) => [project, false] as const),
    ...(args.long ? projectsOf(fault).map((project) => [project, true] as const) : [])
  ]
  let found: string | undefined
  for (const [project, isLong] of runs) {
    const failed = await failedTests(copy, project, isLong)
    if (failed === undefined) continue
    found = `${project}${isLong ? ", long" : ""}: ${failed[0]}`
    break
  }
  undo()
  console.log(`${index + 1} of ${chosen.length}: ${fault.name}: ${found ?? "FOUND BY NO TEST"}`)
  if (found === undefined) missed.push(`${fault.file}: ${fault.name}`)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} seeded faults are found`)
for (const each of missed) console.error(`found by no test: ${each}`)
process.exitCode = missed.length === 0 && chosen.length > 0 ? 0 : 1

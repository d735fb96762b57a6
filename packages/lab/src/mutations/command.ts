// The command `mutations`: puts each seeded fault into a copy of the sources, and looks for a test that fails.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command as define, text, UsageError } from "../command.ts"
import { newFolder } from "../processes.ts"
import { root } from "../program.ts"
import { runTests } from "../vitest.ts"
import { faults, type SeededFault } from "./faults.ts"

/** A copy of the tracked and the new files, with the packages that are installed here. */
const copyProject = (): string => {
  const copy = newFolder()
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
  const files = execFileSync("git", listing, { cwd: root, encoding: "utf8" }).split("\0")
  for (const file of files.filter((each) => each !== "" && existsSync(join(root, each))))
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true })
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

/** The first failed test of some projects. */
const firstFailure = async (copy: string, projects: ReadonlyArray<string>): Promise<string | undefined> => {
  for (const project of projects) {
    const { failures } = await runTests(copy, ["--bail=1", `--project=${project}`], false)
    const [first] = failures
    if (first?.isOutside === true) throw new Error(`${project}: ${first.test}\n${first.message}`)
    if (first !== undefined) return first.test
  }
  return undefined
}

/** Puts a fault into the copy; gives what takes it out again. */
const place = (copy: string, { file, find, replace }: SeededFault): (() => void) => {
  const path = join(copy, file)
  const source = readFileSync(path, "utf8")
  const [before, after, ...others] = source.split(find)
  if (after === undefined || others.length > 0) throw new Error(`${file}: does not contain once: ${find}`)
  writeFileSync(path, before + replace + after)
  return () => writeFileSync(path, source)
}

/** Puts the faults in, one at a time. */
export const command = define({
  about:
    "Puts each seeded fault into a copy of the sources, and looks for a quick test that fails. Exit code 1 when a fault\nis found by no test.",
  options: {
    only: text("the faults whose name or file contains it", "TEXT")
  },
  run: async ({ only = "" }) => {
    const chosen = faults.filter(({ file, name }) => `${name} ${file}`.includes(only))
    if (chosen.length === 0) throw new UsageError(`--only: there is no fault with ${only}`)
    const copy = copyProject()
    // Else every fault would seem to be found.
    const broken = await firstFailure(copy, [...new Set(chosen.flatMap(projectsOf))])
    if (broken !== undefined) return [`fails without a fault: ${broken}`]
    const missed: Array<string> = []
    for (const [index, fault] of chosen.entries()) {
      const undo = place(copy, fault)
      const found = await firstFailure(copy, projectsOf(fault))
      undo()
      console.log(`${index + 1} of ${chosen.length}: ${fault.name}: ${found ?? "FOUND BY NO TEST"}`)
      if (found === undefined) missed.push(`found by no test: ${fault.file}: ${fault.name}`)
    }
    console.log(`${chosen.length - missed.length} of ${chosen.length} seeded faults are found`)
    return missed
  }
})

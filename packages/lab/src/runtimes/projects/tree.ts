// Checks an installation: one copy of shared packages, no warnings.
import assert from "node:assert/strict"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Manifest } from "../../release/manifest.ts"
import { must } from "../../runningProgram.ts"
import type { NpmProject, Project } from "./project.ts"
import type { Look, Release } from "./release.ts"

const read = (path: string): Manifest => JSON.parse(readFileSync(path, "utf8"))

/** Every folder of installed packages, at any depth. */
const folders = (modules: string): ReadonlyArray<string> => [
  modules,
  ...globSync(["*/node_modules", "@*/*/node_modules"], { cwd: modules }).flatMap((path) =>
    folders(join(modules, path))
  )
]

const copiesOf = (name: string, modules: string) =>
  folders(modules).filter((folder) => existsSync(join(folder, name, "package.json")))

const shared = ["effect", "@leadline/core"]

const checkCopies = (modules: string) => {
  for (const name of shared) {
    const copies = copiesOf(name, modules)
    assert.equal(copies.length, 1, `${name}: ${copies.length} copies\n${copies.join("\n")}`)
  }
  return `effect ${read(join(modules, "effect/package.json")).version}`
}

const lifecycle = ["preinstall", "install", "postinstall", "prepare", "prepublish"]

const checkManifests = (release: Release, modules: string) => {
  const found = globSync("@leadline/*/package.json", { cwd: modules }).map((path) =>
    read(join(modules, path))
  )
  assert.ok(found.length > 1, "our packages are not there")
  for (const { name, scripts = {}, version, ...asks } of found) {
    assert.ok(release.packages.includes(name), `${name} is not of this release`)
    assert.equal(version, release.version, name)
    for (const script of lifecycle) assert.equal(scripts[script], undefined, `${name} has a script ${script}`)
    for (const ranges of [asks.dependencies, asks.optionalDependencies, asks.peerDependencies])
      for (const [asked, range] of Object.entries(ranges ?? {})) {
        if (asked.startsWith("@leadline/"))
          assert.equal(range, `^${release.version}`, `${asked}, asked for by ${name}`)
      }
  }
  return found.map(({ name }) => name.slice("@leadline/".length)).join(", ")
}

/** Checks the `node_modules` of any package manager. */
export const checkTree = async (look: Look, release: Release, project: Pick<Project, "cwd" | "env">) => {
  const modules = join(project.cwd, "node_modules")
  await look("one copy of effect and of core", () => checkCopies(modules))
  await look("our packages: version, peers, no install scripts", () => checkManifests(release, modules))
}

/** Whether a line is a warning of npm, except those about skipped install scripts of others. */
const isWarning = (line: string) =>
  /warn|ERESOLVE|peer/i.test(line) &&
  (!line.startsWith("npm warn install-scripts") || line.includes("@leadline/"))

/** The same, and what npm finds missing or invalid. */
export const checkListed = async (look: Look, release: Release, project: Pick<Project, "cwd" | "env">) => {
  await look("npm ls finds nothing missing or invalid", async () => {
    await must(["npm", "ls", "--all"], project)
    return ""
  })
  await checkTree(look, release, project)
}

/** The same, and the output of npm. */
export const checkNpmTree = async (look: Look, release: Release, project: NpmProject) => {
  await look("npm installs without a warning", () => {
    const warnings = project.installed.stderr.split("\n").filter(isWarning)
    assert.deepEqual(warnings, [])
    return project.installed.stdout.trim().split("\n")[0] ?? ""
  })
  await checkListed(look, release, project)
}

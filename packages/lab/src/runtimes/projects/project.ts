// A user's project: a new folder with installed packages, of which there is one copy each and no warning.
import assert from "node:assert/strict"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import type { Manifest } from "../../release/manifest.ts"
import { type Setting, must } from "../../runningProgram.ts"
import { nodeDirectory, type NodeVersion } from "./versions.ts"

/** What was published, and where. */
export interface Release {
  /** Base URL of a registry on this machine that has our packages and proxies all others. */
  readonly registry: string
  readonly version: string
  /** Names of all our packages. */
  readonly packages: ReadonlyArray<string>
}

/** A folder with a package.json. */
export interface Project extends Setting {
  readonly cwd: string
  /** Writes a file, with its path from the folder. */
  readonly write: (path: string, text: string) => void
}

/**
 * The environment of a project, without this user's settings and caches. All projects of a release share a home, so that
 * each package is downloaded once.
 */
const envOf = (directory: string, node: NodeVersion): NodeJS.ProcessEnv => {
  const home = join(dirname(directory), "home")
  mkdirSync(home, { recursive: true })
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|node_|xdg_|deno_|bun_|leadline_|https?_proxy$|all_proxy$)/i.test(name)
  )
  return {
    ...Object.fromEntries(inherited),
    PATH: `${nodeDirectory(node)}${delimiter}${process.env["PATH"] ?? ""}`,
    HOME: home,
    DENO_DIR: join(home, "deno"),
    BUN_INSTALL: join(home, "bun"),
    CI: "1",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
    NO_UPDATE_NOTIFIER: "1"
  }
}

/** A folder whose package managers use the registry of the release for everything. */
export const emptyProject = (release: Release, directory: string, node: NodeVersion = "26"): Project => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  write(".npmrc", `registry=${release.registry.replace(/\/?$/, "/")}\naudit=false\nfund=false\n`)
  return { cwd: directory, env: envOf(directory, node), write }
}

/** The first package.json of a project. */
export const packageJson = `{ "name": "consumer", "private": true, "type": "module" }\n`

/** The arguments of an installation: the packages, and their peers core and effect. */
export const named = ({ version }: Release, ours: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...[...ours, "core"].map((name) => `@leadline/${name}@${version}`),
  "effect"
]

/** Fails unless `node_modules` has one copy of effect and of core, and our packages are those of the release. */
export const checkTree = ({ packages, version }: Release, directory: string): void => {
  const modules = join(directory, "node_modules")
  for (const name of ["effect", "@leadline/core"]) {
    const copies = globSync(`{,**/node_modules/}${name}/package.json`, { cwd: modules })
    assert.equal(copies.length, 1, `${name}: ${copies.length} copies\n${copies.join("\n")}`)
  }
  for (const path of globSync("@leadline/*/package.json", { cwd: modules })) {
    const manifest: Manifest = JSON.parse(readFileSync(join(modules, path), "utf8"))
    assert.ok(packages.includes(manifest.name), `${manifest.name} is not of this release`)
    assert.equal(manifest.version, version, manifest.name)
  }
}

/** Checks what npm installed, and what it finds missing or invalid. */
export const checkListed = async (release: Release, project: Project): Promise<void> => {
  await must(["npm", "ls", "--all"], project)
  checkTree(release, project.cwd)
}

/** Whether a line is a warning of npm, except those about skipped install scripts of others. */
const isWarning = (line: string) =>
  /warn|ERESOLVE|peer/i.test(line) &&
  (!line.startsWith("npm warn install-scripts") || line.includes("@leadline/"))

/** A project with packages installed by npm. */
export const npmProject = async (
  release: Release,
  directory: string,
  ours: ReadonlyArray<string>,
  others: ReadonlyArray<string> = [],
  node?: NodeVersion
): Promise<Project> => {
  const project = emptyProject(release, directory, node)
  project.write("package.json", packageJson)
  const { stderr } = await must(["npm", "install", ...named(release, ours), ...others], project)
  assert.deepEqual(stderr.split("\n").filter(isWarning), [])
  await checkListed(release, project)
  return project
}

// A user's project: a new folder with a package.json and installed packages.
import { mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { type Ended, type Setting, must } from "../../runningProgram.ts"
import type { Release } from "./release.ts"
import { nodeDirectory, type nodes } from "./versions.ts"

/** A folder with a package.json. */
export interface Project extends Setting {
  readonly cwd: string
  /** Writes a file, with its path from the folder. */
  readonly write: (path: string, text: string) => void
}

/** A project that npm has installed packages in. */
export interface NpmProject extends Project {
  /** The output of npm. */
  readonly installed: Ended
}

/** Which Node a project runs on. */
export type Major = keyof typeof nodes

/**
 * The environment of a project, without this user's settings and caches. All projects of a release share a home, so that
 * each package is downloaded once.
 */
const envOf = (directory: string, major: Major): NodeJS.ProcessEnv => {
  const home = join(dirname(directory), "home")
  mkdirSync(home, { recursive: true })
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|node_|xdg_|deno_|bun_|leadline_|https?_proxy$|all_proxy$)/i.test(name)
  )
  return {
    ...Object.fromEntries(inherited),
    PATH: `${nodeDirectory(`${major}`)}${delimiter}${process.env["PATH"] ?? ""}`,
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
export const emptyProject = (release: Release, directory: string, major: Major = 26): Project => {
  mkdirSync(directory, { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  write(".npmrc", `registry=${release.registry.replace(/\/?$/, "/")}\naudit=false\nfund=false\n`)
  return { cwd: directory, env: envOf(directory, major), write }
}

/** The first package.json of a project. */
export const packageJson = `{ "name": "consumer", "private": true, "type": "module" }\n`

/** The arguments of an installation: the packages, and their peers core and effect. */
export const named = ({ version }: Release, ours: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...[...ours, "core"].map((name) => `@leadline/${name}@${version}`),
  "effect"
]

/** A project with packages installed by npm. */
export const npmProject = async (
  release: Release,
  directory: string,
  {
    major = 26,
    ours,
    others = []
  }: {
    readonly major?: Major
    readonly ours: ReadonlyArray<string>
    readonly others?: ReadonlyArray<string>
  }
): Promise<NpmProject> => {
  const project = emptyProject(release, directory, major)
  project.write("package.json", packageJson)
  const installed = await must(["npm", "install", ...named(release, ours), ...others], project)
  return { ...project, installed }
}

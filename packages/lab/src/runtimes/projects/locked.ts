// A project with every package of a release and the lockfile's versions of all others, which pnpm has in its store.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { must } from "../../runningProgram.ts"
import { environment, root } from "../processes/environment.ts"
import { emptyProject, type Project } from "./project.ts"
import type { Release } from "./release.ts"
import { tools } from "./versions.ts"

/** Versions of the lockfile by name. Names with several versions are left to pnpm. */
const locked = (): { readonly [name: string]: string } => {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const section = lockfile.slice(lockfile.indexOf("\npackages:\n"), lockfile.indexOf("\nsnapshots:\n"))
  const versions = Map.groupBy(
    Array.from(section.matchAll(/^ {2}'?(@?[^@'\n]+)@([^:'\n]+)'?:$/gm), ([, name = "", version = ""]) => ({
      name,
      version
    })),
    ({ name }) => name
  )
  return Object.fromEntries(
    Array.from(versions.values()).flatMap(([first, ...others]) =>
      first === undefined || others.length > 0 ? [] : [[first.name, first.version]]
    )
  )
}

/** Makes and installs it in a directory. */
export const lockedProject = async (release: Release, directory: string): Promise<Project> => {
  const { effect } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies
  const ours = Object.fromEntries(release.packages.map((name) => [name, release.version]))
  const project = { ...emptyProject(release, directory), env: environment() }
  // Only our packages come from the registry of the release.
  project.write(".npmrc", `@leadline:registry=${release.registry}\n`)
  project.write(
    "package.json",
    JSON.stringify({
      name: "consumer",
      private: true,
      type: "module",
      // The optional peer of the store over PostgreSQL: overrides name its version.
      dependencies: { ...ours, effect, "@effect/sql-pg": "*", "@types/node": tools.typesOfNode }
    })
  )
  const overrides = Object.entries({ ...locked(), ...ours }).map(
    ([name, version]) => `  "${name}": "${version}"\n`
  )
  project.write(
    "pnpm-workspace.yaml",
    `packages: []\nminimumReleaseAge: 0\noverrides:\n${overrides.join("")}`
  )
  await must(["pnpm", "install", "--prefer-offline", "--loglevel=warn"], project)
  return project
}

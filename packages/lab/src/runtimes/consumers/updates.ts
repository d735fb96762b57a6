// A user with `^` ranges: installs one release of all packages, then updates within the range.
import { must } from "../../runningProgram.ts"
import { checkListed, emptyProject, type Project, type Release } from "../projects/project.ts"

/** The newest version that `^from` accepts. */
const newestWithin = (from: string, versions: ReadonlyArray<string>): string => {
  const fixed = from.startsWith("0.") ? 2 : 1
  const prefix = [...from.split(".").slice(0, fixed), ""].join(".")
  return versions.findLast((version) => version.startsWith(prefix)) ?? from
}

/** Installs `from` of all packages, then updates within `^from`, of the versions that were released. */
export const updates =
  (from: string, versions: ReadonlyArray<string>) =>
  async (release: Release, directory: string): Promise<Project> => {
    const project = emptyProject(release, directory)
    const ask = (range: string) => {
      const ours = Object.fromEntries(release.packages.map((name) => [name, range]))
      const dependencies = { ...ours, effect: "^4.1.0" }
      project.write("package.json", JSON.stringify({ name: "updates", private: true, dependencies }))
    }
    ask(from)
    await must(["npm", "install", "--strict-peer-deps"], project)
    await checkListed({ ...release, version: from }, project)
    ask(`^${from}`)
    await must(["npm", "update", "--strict-peer-deps"], project)
    await checkListed({ ...release, version: newestWithin(from, versions) }, project)
    return project
  }

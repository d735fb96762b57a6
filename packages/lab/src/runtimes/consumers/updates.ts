// A user with `^` ranges: installs the first release of all packages, then updates within the range.
import { must } from "../../runningProgram.ts"
import { checkListed, emptyProject, type Project, type Release } from "../projects/project.ts"

/** Installs the first of the versions that were released, of all packages, then updates: below 1.0, to its last patch. */
export const updates =
  (versions: ReadonlyArray<string>) =>
  async (release: Release, directory: string): Promise<Project> => {
    const [from = ""] = versions
    const minor = from.slice(0, from.lastIndexOf(".") + 1)
    const newest = versions.findLast((version) => version.startsWith(minor)) ?? from
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
    await checkListed({ ...release, version: newest }, project)
    return project
  }

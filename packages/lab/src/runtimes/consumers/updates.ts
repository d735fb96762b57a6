// A user with `^` ranges: installs one release of all packages, then updates within the range.
import { must } from "../../runningProgram.ts"
import { emptyProject } from "../projects/project.ts"
import { checkListed } from "../projects/tree.ts"
import { type Consumer, consumer } from "./consumer.ts"

/** The newest version that `^from` accepts. */
const newestWithin = (from: string, versions: ReadonlyArray<string>): string => {
  const fixed = (version: string) =>
    version
      .split(".")
      .slice(0, from.startsWith("0.") ? 2 : 1)
      .join(".")
  return versions.findLast((version) => fixed(version) === fixed(from)) ?? from
}

/** Installs `from` of all packages, then updates within `^from`, of the versions that were released. */
export const updates = (from: string, versions: ReadonlyArray<string>): Consumer =>
  consumer(`updates ^${from}`, async (look, release, directory) => {
    const project = emptyProject(release, directory)
    const ask = (range: string) => {
      const ours = Object.fromEntries(release.packages.map((name) => [name, range]))
      const dependencies = { ...ours, effect: "^4.1.0" }
      project.write("package.json", JSON.stringify({ name: "updates", private: true, dependencies }))
    }
    ask(from)
    await must(["npm", "install", "--strict-peer-deps"], project)
    await checkListed(look, { ...release, version: from }, project)
    ask(`^${from}`)
    await must(["npm", "update", "--strict-peer-deps"], project)
    await checkListed(look, { ...release, version: newestWithin(from, versions) }, project)
    return project
  })

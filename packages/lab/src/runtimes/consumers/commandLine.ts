// Projects of runtimes with a command line: Node by both kinds of modules and both transports, Bun, which runs TypeScript
// directly, and Deno with network permission only. Each is installed by its own package manager.
import assert from "node:assert/strict"
import { must } from "../../runningProgram.ts"
import * as modules from "../projects/programs.ts"
import {
  checkTree,
  emptyProject,
  named,
  npmProject,
  packageJson,
  type Project,
  type Release
} from "../projects/project.ts"
import { sharedService } from "../projects/service.ts"
import { type NodeVersion, programs } from "../projects/versions.ts"

/** A project on one version of Node. */
export const node =
  (version: NodeVersion) =>
  async (release: Release, directory: string): Promise<Project> => {
    const service = await sharedService(release, directory)
    const project = await npmProject(release, directory, ["transport-node", "transport-fetch"], [], version)
    for (const transport of ["node", "fetch"] as const) {
      project.write(`${transport}.mjs`, modules.command({ ...service, transport }))
      project.write(`${transport}.cjs`, modules.required({ ...service, transport }))
      for (const kind of ["mjs", "cjs"])
        modules.checkReport(await must(["node", `${transport}.${kind}`], project))
    }
    return project
  }

/** A project of Bun. */
export const bun = async (release: Release, directory: string): Promise<Project> => {
  const service = await sharedService(release, directory)
  const project = emptyProject(release, directory)
  project.write("package.json", packageJson)
  const { stderr } = await must([programs.bun, "add", ...named(release, ["transport-fetch"])], project)
  assert.doesNotMatch(stderr, /warn|peer|blocked/i)
  checkTree(release, directory)
  project.write("fetch.ts", modules.typed({ ...service, transport: "fetch" }))
  modules.checkReport(await must([programs.bun, "run", "fetch.ts"], project))
  return project
}

/** A project of Deno. */
export const deno = async (release: Release, directory: string): Promise<Project> => {
  const service = await sharedService(release, directory)
  const project = emptyProject(release, directory)
  // By default Deno refuses versions younger than a day.
  project.write("deno.json", `{ "minimumDependencyAge": "0" }\n`)
  const specifiers = named(release, ["transport-fetch"]).map((name) => `npm:${name}`)
  const { stderr } = await must([programs.deno, "add", ...specifiers], project)
  assert.doesNotMatch(stderr, /warn|peer|unmet|script/i)
  project.write("fetch.ts", modules.typed({ ...service, transport: "fetch" }))
  const { stdout } = await must([programs.deno, "info", "--json", "fetch.ts"], project)
  const installed = Object.values<{ readonly name: string }>(JSON.parse(stdout).npmPackages)
  for (const name of ["effect", "@leadline/core"])
    assert.equal(installed.filter((each) => each.name === name).length, 1, `copies of ${name}`)
  await must([programs.deno, "check", "fetch.ts"], project)
  const start = [programs.deno, "run", "--no-prompt", "--cached-only", "--allow-net=127.0.0.1"]
  modules.checkReport(await must([...start, "fetch.ts"], project))
  return project
}

// Projects of runtimes with a command line: Node by both kinds of modules and both transports, Bun, which runs TypeScript
// directly, and Deno with network permission only. Each is installed by its own package manager.
import assert from "node:assert/strict"
import { must } from "../../runningProgram.ts"
import { checkOutcomes, parseOutcomes } from "../projects/outcomes.ts"
import * as modules from "../projects/programs.ts"
import { emptyProject, type Major, named, npmProject, packageJson } from "../projects/project.ts"
import { sharedService } from "../projects/service.ts"
import { checkNpmTree, checkTree } from "../projects/tree.ts"
import { programs } from "../projects/versions.ts"
import { type Consumer, consumer } from "./consumer.ts"

const uses = [
  { name: "transport-node", transport: "node", file: "node.mjs", text: modules.command },
  { name: "transport-fetch", transport: "fetch", file: "fetch.mjs", text: modules.command },
  { name: "transport-node by require", transport: "node", file: "node.cjs", text: modules.required },
  { name: "transport-fetch by require", transport: "fetch", file: "fetch.cjs", text: modules.required }
] as const

/** A project on one version of Node. */
export const node = (major: Major): Consumer =>
  consumer(`node-${major}`, async (look, release, directory) => {
    const { service } = await sharedService(release, directory)
    const project = await npmProject(release, directory, {
      major,
      ours: ["transport-node", "transport-fetch"]
    })
    await checkNpmTree(look, release, project)
    for (const { file, name, text, transport } of uses) {
      project.write(file, text({ ...service, transport }))
      await checkOutcomes(look, name, async () => parseOutcomes((await must(["node", file], project)).stdout))
    }
    return project
  })

/** A project of Bun. */
export const bun: Consumer = consumer("bun", async (look, release, directory) => {
  const { service } = await sharedService(release, directory)
  const project = emptyProject(release, directory)
  project.write("package.json", packageJson)
  const { stderr } = await must([programs.bun, "add", ...named(release, ["transport-fetch"])], project)
  await look("bun add has no warnings", () => {
    assert.doesNotMatch(stderr, /warn|peer|blocked/i)
    return ""
  })
  await checkTree(look, release, project)
  project.write("fetch.ts", modules.typed({ ...service, transport: "fetch" }))
  await checkOutcomes(look, "fetch.ts", async () =>
    parseOutcomes((await must([programs.bun, "run", "fetch.ts"], project)).stdout)
  )
  return project
})

interface Info {
  readonly npmPackages: { readonly [key: string]: { readonly name: string; readonly version: string } }
}

/** A project of Deno. */
export const deno: Consumer = consumer("deno", async (look, release, directory) => {
  const { service } = await sharedService(release, directory)
  const project = emptyProject(release, directory)
  // By default Deno refuses versions younger than a day.
  project.write("deno.json", `{ "minimumDependencyAge": "0" }\n`)
  const specifiers = named(release, ["transport-fetch"]).map((name) => `npm:${name}`)
  const { stderr } = await must([programs.deno, "add", ...specifiers], project)
  project.write("fetch.ts", modules.typed({ ...service, transport: "fetch" }))
  await look("deno add has no warnings", () => {
    assert.doesNotMatch(stderr, /warn|peer|unmet|script/i)
    return ""
  })
  await look("one copy of effect and of core", async () => {
    const { stdout } = await must([programs.deno, "info", "--json", "fetch.ts"], project)
    const info: Info = JSON.parse(stdout)
    const found = Object.values(info.npmPackages).map(({ name, version }) => `${name} ${version}`)
    for (const name of ["effect", "@leadline/core"]) {
      assert.equal(found.filter((each) => each.startsWith(`${name} `)).length, 1, found.join(", "))
    }
    return found.join(", ")
  })
  await look("deno check", async () => {
    await must([programs.deno, "check", "fetch.ts"], project)
    return ""
  })
  await checkOutcomes(look, "fetch.ts", async () => {
    const start = [programs.deno, "run", "--no-prompt", "--cached-only", "--allow-net=127.0.0.1"]
    return parseOutcomes((await must([...start, "fetch.ts"], project)).stdout)
  })
  return project
})

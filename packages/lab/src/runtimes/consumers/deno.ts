// A project of Deno: installed by Deno, run with network permission only.
import assert from "node:assert/strict"
import { must } from "../processes/command.ts"
import { checkOutcomes, parseOutcomes } from "../projects/outcomes.ts"
import * as modules from "../projects/programs.ts"
import { emptyProject, named } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { sharedService } from "../projects/service.ts"
import { programs } from "../projects/versions.ts"

interface Info {
  readonly npmPackages: { readonly [key: string]: { readonly name: string; readonly version: string } }
}

/** A project of Deno. */
export const deno: Consumer = consumer("deno", false, async (look, release, directory) => {
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

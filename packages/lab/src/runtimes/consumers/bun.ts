// A project of Bun: installed by Bun, which runs TypeScript directly.
import assert from "node:assert/strict"
import { must } from "../processes/command.ts"
import { checkOutcomes, parseOutcomes } from "../projects/outcomes.ts"
import * as modules from "../projects/programs.ts"
import { emptyProject, named, packageJson } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { sharedService } from "../projects/service.ts"
import { checkTree } from "../projects/tree.ts"
import { programs } from "../projects/versions.ts"

/** A project of Bun. */
export const bun: Consumer = consumer("bun", false, async (look, release, directory) => {
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

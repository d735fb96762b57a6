// Node: ECMAScript modules and `require`, over both transports.
import { must } from "../processes/command.ts"
import { checkOutcomes, parseOutcomes } from "../projects/outcomes.ts"
import * as programs from "../projects/programs.ts"
import { type Major, npmProject } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { sharedService } from "../projects/service.ts"
import { checkNpmTree } from "../projects/tree.ts"

const uses = [
  { name: "transport-node", transport: "node", file: "node.mjs", text: programs.command },
  { name: "transport-fetch", transport: "fetch", file: "fetch.mjs", text: programs.command },
  { name: "transport-node by require", transport: "node", file: "node.cjs", text: programs.required },
  { name: "transport-fetch by require", transport: "fetch", file: "fetch.cjs", text: programs.required }
] as const

/** A project on one version of Node. */
export const node = (major: Major, isShort: boolean): Consumer =>
  consumer(`node-${major}`, isShort, async (look, release, directory) => {
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

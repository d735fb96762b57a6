// Node: ECMAScript modules over both transports, and CommonJS.
// Source: none; Assumed: ours.
import { must } from "./command.ts"
import { checkOutcomes, printedOutcomes } from "./outcomes.ts"
import * as programs from "./programs.ts"
import { type Major, npmProject } from "./project.ts"
import { type Consumer, consumer } from "./result.ts"
import { sharedService } from "./service.ts"
import { checkNpmTree } from "./tree.ts"

const transports = ["node", "fetch"] as const
const ours = ["transport-node", "transport-fetch"]

/** A project of ECMAScript modules on one version of Node. */
export const nodeModules = (major: Major, isShort: boolean): Consumer =>
  consumer(`node-${major}`, isShort, async (look, release, directory) => {
    const { service } = await sharedService(release, directory)
    const project = await npmProject(release, directory, { major, ours })
    await checkNpmTree(look, release, project)
    for (const transport of transports) {
      const file = `${transport}.mjs`
      project.write(file, programs.command({ ...service, transport }))
      await checkOutcomes(look, `transport-${transport}`, async () =>
        printedOutcomes((await must(["node", file], project)).printed)
      )
    }
  })

/** A CommonJS project on one version of Node, which requires the packages. */
export const nodeRequire = (major: Major, isShort: boolean): Consumer =>
  consumer(`node-${major}-require`, isShort, async (look, release, directory) => {
    const { service } = await sharedService(release, directory)
    const project = await npmProject(release, directory, { major, ours, type: "commonjs" })
    await checkNpmTree(look, release, project)
    for (const transport of transports) {
      const file = `${transport}.js`
      project.write(file, programs.required({ ...service, transport }))
      await checkOutcomes(look, `transport-${transport}`, async () =>
        printedOutcomes((await must(["node", file], project)).printed)
      )
    }
  })

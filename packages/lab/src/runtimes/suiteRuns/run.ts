// One run of the suite: a runtime with a transport, in a project.
import type { Fixture } from "../fixture/server.ts"
import { reasonOf } from "../../runningProgram.ts"
import type { Project } from "../projects/project.ts"
import type { Report } from "../suite/check.ts"
import { addSuite } from "./place.ts"
import type { ProgramSettings } from "./programs.ts"
import { type Runtime, versionOf } from "./runtimes.ts"
import type { Run } from "./table.ts"

/** A runtime with one of its transports. */
export interface Wanted {
  readonly runtime: Runtime
  readonly transport: ProgramSettings["transport"]
}

const failing = (name: string, error: unknown): Report => ({
  passed: 0,
  failed: [{ name, message: reasonOf(error) }],
  outcomes: {}
})

/** Checks the suite in a project. Never rejects: what goes wrong is a fact that does not hold. */
export const runSuite = async (
  { runtime, transport }: Wanted,
  fixture: Fixture,
  projectOf: () => Project
): Promise<Run> => {
  const run = { name: runtime.name, transport }
  let version: string
  try {
    version = await versionOf(runtime)
  } catch (error) {
    return { ...run, version: "-", report: failing("start", error), time: "-" }
  }
  const began = performance.now()
  const name = `${runtime.name}-${transport}`
  const settings = {
    transport,
    baseUrl: `${fixture.origin}/${name}`,
    closingUrl: `${fixture.closing}/${name}`
  }
  const checked = async () => {
    const project = projectOf()
    addSuite(project)
    return runtime.run({ fixture, project, settings, name })
  }
  const report = await checked().catch((error: unknown) => failing("run", error))
  return { ...run, version, report, time: `${((performance.now() - began) / 1000).toFixed(1)} s` }
}

// Runs of the suite, each on a runtime with a transport, in a project; and where their outcomes differ.
import type { Fixture } from "../fixture/server.ts"
import { reasonOf } from "../../runningProgram.ts"
import type { Project } from "../projects/project.ts"
import type { Report } from "../suite/check.ts"
import { addSuite } from "./place.ts"
import type { ProgramSettings } from "./programs.ts"
import { type Runtime, versionOf } from "./runtimes.ts"

/** A runtime with one of its transports. */
export interface Wanted {
  readonly runtime: Runtime
  readonly transport: ProgramSettings["transport"]
}

/** The result of a run. */
export interface Run {
  readonly version: string
  readonly report: Report
}

/** Checks the suite in a project. Never rejects: what goes wrong is a fact that does not hold. */
export const runSuite = async (
  { runtime, transport }: Wanted,
  fixture: Fixture,
  projectOf: () => Project
): Promise<Run> => {
  const name = `${runtime.name}-${transport}`
  const settings = {
    transport,
    baseUrl: `${fixture.origin}/${name}`,
    closingUrl: `${fixture.closing}/${name}`
  }
  try {
    const version = await versionOf(runtime)
    const project = projectOf()
    addSuite(project)
    return { version, report: await runtime.run({ fixture, project, settings, name }) }
  } catch (error) {
    const failed = [{ name: "run", message: reasonOf(error) }]
    return { version: "-", report: { passed: 0, failed, outcomes: {} } }
  }
}

/** The rows that do not end alike, as sentences. */
export const differences = (runs: ReadonlyArray<Run>): ReadonlyArray<string> => {
  const names = new Set(runs.flatMap(({ report }) => Object.keys(report.outcomes)))
  return Array.from(names).flatMap((name) => {
    const outcomes = new Set(runs.flatMap(({ report }) => report.outcomes[name] ?? []))
    return outcomes.size < 2 ? [] : [`${name} ends in ${outcomes.size} ways: ${[...outcomes].join("; ")}`]
  })
}

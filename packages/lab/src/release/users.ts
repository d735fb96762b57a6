// Users of a release: they install it into new projects, run programs and check the suite there.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type Consumer, consumers } from "../runtimes/consumers/index.ts"
import { updates } from "../runtimes/consumers/updates.ts"
import { start } from "../runtimes/fixture/server.ts"
import { inParallel } from "../processes.ts"
import type { Project } from "../runtimes/projects/project.ts"
import type { Release } from "../runtimes/projects/release.ts"
import { differences, type Run, runSuite, type Wanted } from "../runtimes/suiteRuns/run.ts"
import { runtimes } from "../runtimes/suiteRuns/runtimes.ts"
import { Failure } from "./processes.ts"
import type { Registry } from "./registry.ts"
import { type Options, type Row, row } from "./rows.ts"

/** The user with `^` ranges, who starts with the first release, then with the first of 1.0. */
const updating = "updates"

/** Names of all users. */
export const userNames: ReadonlyArray<string> = [...consumers.map(({ name }) => name), updating]

/** Users of a release, and what they are given. */
export interface Users {
  readonly options: Options
  /** A folder for their projects. */
  readonly directory: string
  readonly rows: Array<Row>
  readonly registry: Registry
  /** Names of the packages. */
  readonly names: ReadonlyArray<string>
  /** All versions that were released, the oldest first. */
  readonly versions: ReadonlyArray<string>
}

const isWanted = ({ only }: Options, name: string) => only.length === 0 || only.includes(name)

const wantedSuites = (options: Options): ReadonlyArray<Wanted> =>
  runtimes
    .filter(({ consumer }) => isWanted(options, consumer))
    .flatMap((runtime) => runtime.transports.map((transport) => ({ runtime, transport })))

const resultOf = (run: Run) => ({
  value: run,
  detail: `${run.version}, ${run.report.passed} facts hold`,
  checks: run.report.failed.map(({ message, name }) => ({
    name,
    ok: false,
    detail: message.slice(0, 1_000)
  }))
})

/** Runs all users, each a row. */
export const usersRun = async (users: Users): Promise<void> => {
  const { directory, names, options, registry, rows, versions } = users
  mkdirSync(directory)
  const version = versions.at(-1) ?? ""
  const release: Release = { registry: registry.url, version, packages: names }
  if (!(await registry.reachesOthers()))
    throw new Failure("The registry that npm is configured with does not answer; users install from it")

  const projects = new Map<string, Project>()
  const asConsumer = (user: Consumer) => () =>
    row(rows, `user: ${user.name}`, async () => {
      const { checks, project } = await user.run(release, join(directory, user.name))
      if (project !== undefined) projects.set(user.name, project)
      return { value: undefined, detail: version, checks }
    })

  const fixture = await start()
  const runs: Array<Run> = []
  const projectOf = ({ consumer: name }: Wanted["runtime"]): Project => {
    const project = projects.get(name)
    if (project === undefined) throw new Failure(`${name}: the project is not there`)
    return project
  }
  const asSuite = (wanted: Wanted, at: number) => () =>
    row(rows, `suite: ${wanted.runtime.name} over ${wanted.transport}`, async () => {
      const run = await runSuite(wanted, fixture, () => projectOf(wanted.runtime))
      runs[at] = run
      return resultOf(run)
    })

  const programs = consumers.filter(({ name }) => isWanted(options, name)).map(asConsumer)
  const suites = wantedSuites(options).map(asSuite)
  try {
    await inParallel(2, programs)
    await inParallel(4, suites)
  } finally {
    await fixture.close()
  }
  if (suites.length > 0) {
    await row(rows, "suite: the same outcomes everywhere", async () => {
      const checks = differences(runs).map((detail) => ({ name: "outcomes", ok: false, detail }))
      return { value: undefined, detail: `${runs.length} runs`, checks }
    })
  }
  if (versions.length > 1 && isWanted(options, updating))
    for (const from of [versions[0], versions[3]])
      if (from !== undefined) await asConsumer(updates(from, versions))()
}

// Users of a release: they install it into new projects, run programs and check the suite there.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { type Consumer, consumers } from "../runtimes/consumers/index.ts"
import { updates } from "../runtimes/consumers/updates.ts"
import { start } from "../runtimes/fixture/server.ts"
import { inParallel } from "../processes.ts"
import { root } from "../runtimes/processes/environment.ts"
import { lockedProject } from "../runtimes/projects/locked.ts"
import type { Project } from "../runtimes/projects/project.ts"
import type { Release } from "../runtimes/projects/release.ts"
import { runSuite, type Wanted } from "../runtimes/suiteRuns/run.ts"
import { runtimes } from "../runtimes/suiteRuns/runtimes.ts"
import { differences, document, type Run } from "../runtimes/suiteRuns/table.ts"
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

/** Is it the short form, without names of users? Then the runtimes that run the suite share one project. */
const isQuick = ({ isShort, only }: Options) => isShort && only.length === 0

const isWanted = ({ isShort, only }: Options, each: { readonly name: string; readonly isShort: boolean }) =>
  only.length > 0 ? only.includes(each.name) : each.isShort || !isShort

const wantedSuites = (options: Options): ReadonlyArray<Wanted> =>
  runtimes
    .filter(({ consumer: name, isShort }) => isWanted(options, { name, isShort }))
    .slice(0, options.isBrief ? 1 : undefined)
    .flatMap((runtime) => runtime.transports.map((transport) => ({ runtime, transport })))

const failedIn = ({ report }: Run) =>
  (report?.failed ?? []).map(({ message, name }) => ({ name, ok: false, detail: message.slice(0, 1_000) }))

const resultOf = (run: Run) => ({
  value: run,
  detail:
    run.report === undefined ? run.note : `${run.version}, ${run.report.passed} facts hold, ${run.note}`,
  checks: failedIn(run)
})

/** Writes the outcome of each fault on each runtime to a file: its path. */
const writeOutcomes = (runs: ReadonlyArray<Run>, { isBrief, isShort, only }: Options): string => {
  const form = only.length > 0 ? "some" : isBrief ? "brief" : isShort ? "short" : "full"
  const file = join(root, "packages/lab/.results", `${form}.md`)
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, document(runs))
  return relative(process.cwd(), file)
}

/** Runs all users, each a row. */
export const usersRun = async (users: Users): Promise<void> => {
  const { directory, names, options, registry, rows, versions } = users
  mkdirSync(directory)
  const version = versions.at(-1) ?? ""
  const release: Release = { registry: registry.url, version, packages: names }
  const reaches = await registry.reachesOthers()
  const why = "the registry that npm is configured with does not answer"
  if (!reaches && !isQuick(options)) throw new Failure(`${why}; users install from it`)

  const projects = new Map<string, Project>()
  const asConsumer = (user: Consumer) => () =>
    row(rows, `user: ${user.name}`, async () => {
      // Only this project needs nothing from the other registry.
      if (!reaches && user.name !== "packages") return { value: undefined, detail: `left out: ${why}` }
      const { checks, project } = await user.run(release, join(directory, user.name))
      if (project !== undefined) projects.set(user.name, project)
      return { value: undefined, detail: version, checks }
    })

  const fixture = await start()
  const runs: Array<Run> = []
  const projectOf = async ({ consumer: name }: Wanted["runtime"]): Promise<Project> => {
    if (isQuick(options)) return lockedProject(release, join(directory, "suite"))
    const project = projects.get(name)
    if (project === undefined) throw new Failure(`${name}: the project is not there`)
    return project
  }
  const asSuite = (wanted: Wanted, at: number) => () =>
    row(rows, `suite: ${wanted.runtime.name} over ${wanted.transport}`, async () => {
      const form = { fixture, isShort: options.isShort, leavesOut: isQuick(options) }
      const run = await runSuite(wanted, form, () => projectOf(wanted.runtime))
      runs[at] = run
      return resultOf(run)
    })

  const programs = consumers.filter((each) => isWanted(options, each)).map(asConsumer)
  const suites = wantedSuites(options).map(asSuite)
  try {
    if (isQuick(options)) await inParallel(4, [...programs, ...suites])
    else {
      await inParallel(2, programs)
      await inParallel(4, suites)
    }
  } finally {
    await fixture.close()
  }
  if (suites.length > 0) {
    await row(rows, "suite: the same outcomes everywhere", async () => {
      const checks = differences(runs).map((detail) => ({ name: "outcomes", ok: false, detail }))
      return { value: undefined, detail: `row by row in ${writeOutcomes(runs, options)}`, checks }
    })
  }
  if (versions.length > 1 && isWanted(options, { name: updating, isShort: false }))
    for (const from of [versions[0], versions[3]])
      if (from !== undefined) await asConsumer(updates(from, versions))()
}

// The rehearsal: builds, copies, releases, checks, and lets users install what was published.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { inParallel } from "../processes.ts"
import { root } from "../program.ts"
import { Failure, reasonOf } from "../runningProgram.ts"
import { type Consumer, consumers } from "../runtimes/consumers/index.ts"
import { updates } from "../runtimes/consumers/updates.ts"
import { start } from "../runtimes/fixture/server.ts"
import type { Project } from "../runtimes/projects/project.ts"
import { addSuite, type Runtime, runtimes } from "../runtimes/suiteRuns/runtimes.ts"
import { checkRegistry, checkTarballs } from "./checks.ts"
import { copyProject } from "./copy.ts"
import { must } from "./processes.ts"
import { type Registry, startRegistry } from "./registry.ts"
import { type Change, publicNames, release, type Released } from "./release.ts"

const scope = "@leadline"

/** The user with `^` ranges, who starts with the first release. */
const updating = "updates"

/** Names of all users. */
export const userNames: ReadonlyArray<string> = [...Object.keys(consumers), updating]

/** What to rehearse. */
export interface Setting {
  readonly directory: string
  /** One release only, to try its users. */
  readonly isOnce: boolean
  /** Names of users: empty for all. */
  readonly only: ReadonlyArray<string>
}

/** Runs a step, and says which. */
const step = async <A>(what: string, work: () => Promise<A>): Promise<A> => {
  console.log(what)
  try {
    return await work()
  } catch (error) {
    throw new Failure(`${what}: ${reasonOf(error)}`, { cause: error })
  }
}

/** What waits, then a change of each kind on a package of its own. */
const changesOf = ([first = "", second = ""]: ReadonlyArray<string>): ReadonlyArray<Change | undefined> => [
  undefined,
  { kind: "patch", on: first },
  { kind: "minor", on: `${scope}/core` },
  { kind: "major", on: second }
]

/** Releases once or with every change; gives all versions. */
const releaseAll = async ({ directory, isOnce }: Setting, copy: string, registry: Registry) => {
  const versions: Array<string> = []
  let last: Released | undefined
  for (const change of changesOf(publicNames(copy)).slice(0, isOnce ? 1 : undefined)) {
    const what = change === undefined ? "what waits" : `${change.kind} on ${change.on}`
    last = await step(`release of ${what}`, async () => {
      const by = change === undefined && !isOnce ? "npm" : "pnpm"
      const released = await release(copy, change, by, join(directory, `release-${versions.length}`))
      await checkRegistry(released, copy, versions, registry)
      return released
    })
    versions.push(last.version)
  }
  await step("tarballs", async () => last && checkTarballs(last))
  return versions
}

/** Lets users install a release, and runs the suite in their projects. Gives what failed. */
const usersOf = async (
  { directory, only }: Setting,
  names: ReadonlyArray<string>,
  registry: Registry,
  versions: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const isWanted = (name: string) => only.length === 0 || only.includes(name)
  const published = { registry: registry.url, version: versions.at(-1) ?? "", packages: names }
  const projects = new Map<string, Project>()
  const faults: Array<string> = []
  const tried = (what: string, work: () => Promise<unknown>) => () =>
    step(what, work).catch((error) => faults.push(reasonOf(error)))
  const asUser = ([name, use]: readonly [string, Consumer]) =>
    tried(`user ${name}`, async () =>
      projects.set(name, await use(published, join(directory, "users", name)))
    )
  const fixture = await start()
  const asSuite = ({ check, consumer, name, transport }: Runtime) =>
    tried(`suite on ${name}`, async () => {
      const project = projects.get(consumer)
      if (project === undefined) throw new Failure(`there is no project of ${consumer}`)
      addSuite(project.cwd)
      const { failed, passed } = await check({ fixture, project, name, transport })
      console.log(`suite on ${name}: ${passed} facts hold`)
      if (failed.length > 0)
        throw new Failure(failed.map((fact) => `${fact.name}: ${fact.message}`).join("\n"))
    })
  const wanted = Object.entries(consumers).filter(([name]) => isWanted(name))
  await inParallel(2, wanted.map(asUser))
  await inParallel(4, runtimes.filter(({ consumer }) => isWanted(consumer)).map(asSuite))
  await fixture.close()
  if (isWanted(updating) && versions.length > 1) await asUser([updating, updates(versions)])()
  return faults
}

/** Rehearses: what failed of the users. Rejects where it makes no sense to go on. */
export const rehearse = async (setting: Setting): Promise<ReadonlyArray<string>> => {
  const copy = join(setting.directory, "project")
  const names = publicNames(root)
  await step("build", () => {
    const filters = names.map((name) => `--filter=${name}`)
    return must("turbo", ["run", "build", "--output-logs=errors-only", ...filters], root)
  })
  const place = join(setting.directory, "registry")
  mkdirSync(place)
  const registry = await step("local registry", () => startRegistry(place, scope))
  await step("copy of the project", () => copyProject(copy, registry, scope))
  const versions = await releaseAll(setting, copy, registry)
  return usersOf(setting, names, registry, versions)
}

// The rehearsal itself: builds, copies, releases, looks, and lets users install what was published.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../generated.ts"
import type { Asked } from "./options.ts"
import { Failure, must } from "./command.ts"
import type { Consumer } from "../../packages/runtimes/src/consumers/index.ts"
import { copyProject, packagesOf } from "./copy.ts"
import { type Check, checks } from "./lockstep.ts"
import { newestWithin, updates } from "./updates.ts"
import { type Registry, startRegistry } from "./registry.ts"
import { publics, publishAgain, release, type Released, type Step, unpublished } from "./release.ts"
import { type Row, seconds } from "./table.ts"

const scope = "@leadline"
const core = `${scope}/core`

/** Everything that a rehearsal is given. */
export interface Setting {
  readonly directory: string
  readonly asked: Asked
  readonly users: ReadonlyArray<Consumer>
  readonly rows: Array<Row>
}

const say = (what: string) => console.log(`   ${what}`)

const firstLine = (text: string) => text.split("\n")[0] ?? ""

/** Does one thing and notes it. What is thrown is noted too, and ends the rehearsal. */
const row = async <A>(
  rows: Array<Row>,
  what: string,
  work: () => Promise<{ readonly value: A; readonly detail: string; readonly checks?: ReadonlyArray<Check> }>
): Promise<A> => {
  console.log(`\n== ${what}`)
  const began = performance.now()
  const note = (ok: boolean, detail: string) => {
    const millis = performance.now() - began
    rows.push({ what, ok, detail, millis })
    console.log(`== ${what}: ${ok ? "ok" : "failed"}, ${detail}, ${seconds(millis)}`)
  }
  try {
    const { checks: looked = [], detail, value } = await work()
    const failed = looked.filter(({ ok }) => !ok)
    for (const each of failed) console.error(`   ${each.name}: ${each.detail}`)
    const [first] = failed
    if (first === undefined) note(true, looked.length === 0 ? detail : `${detail}, ${looked.length} checks`)
    else note(false, firstLine(`${first.name}: ${first.detail}`))
    return value
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    note(false, firstLine(message))
    throw error
  }
}

/** The releases to try: a change of each kind on a package of its own, in 0.x and, if there is time, from 1.0 on. */
const stepsOf = (names: ReadonlyArray<string>, isShort: boolean): ReadonlyArray<Step> => {
  const others = names.filter((name) => name !== core)
  const on = (at: number) => others[at % others.length] ?? core
  const steps: ReadonlyArray<Step> = [
    { kind: "waiting", by: isShort ? "pnpm" : "npm" },
    { kind: "patch", on: on(0), by: "pnpm" },
    { kind: "minor", on: core, by: "pnpm" },
    { kind: "major", on: on(1), by: "pnpm" }
  ]
  return isShort
    ? steps
    : [...steps, { kind: "patch", on: core, by: "pnpm" }, { kind: "minor", on: on(2), by: "pnpm" }]
}

const releases = async ({ asked, directory, rows }: Setting, copy: string, registry: Registry) => {
  const names = publics(copy).map(({ manifest }) => manifest.name)
  const done: Array<Released> = []
  for (const step of stepsOf(names, asked.isShort)) {
    const what = step.on === undefined ? "what waits" : `${step.kind} on ${step.on}`
    const released = await row(rows, `release: ${what}`, async () => {
      const out = join(directory, `release-${done.length}`)
      const value = await release(copy, step, out, say)
      say("looking at what the registry has")
      const history = done.map(({ version }) => version)
      return {
        value,
        detail: `${value.before} -> ${value.version}, ${value.packed.length} packages`,
        checks: await checks(value, packagesOf(copy), history, registry, scope)
      }
    })
    if (rows.at(-1)?.ok === false) throw new Failure(`release: ${what}`)
    done.push(released)
  }
  return { names, done }
}

const again = ({ rows }: Setting, copy: string, registry: Registry, released: Released) =>
  row(rows, "publishing again", async () => {
    const left = await unpublished(copy, released.packed)
    const looked: Array<Check> = [
      { name: "a second run publishes nothing", ok: left.length === 0, detail: left.join(", ") || "nothing" }
    ]
    for (const packed of released.packed) {
      const { name } = packed.package.manifest
      const before = JSON.stringify(await registry.packument(name))
      const { isRefused, words } = await publishAgain(copy, packed)
      const isSame = JSON.stringify(await registry.packument(name)) === before
      looked.push({ name: `${name}: cannot be overwritten`, ok: isRefused && isSame, detail: words })
    }
    return { value: undefined, detail: "nothing is published twice", checks: looked }
  })

/** The user who stays on ranges, from the first release on and from the first of 1.0 on. */
const updating = "updates"

/** Names of all users. */
export const userNames = (users: ReadonlyArray<Consumer>): ReadonlyArray<string> => [
  ...users.map(({ name }) => name),
  updating
]

const usersRun = async (
  { asked, directory, rows, users }: Setting,
  registry: Registry,
  names: ReadonlyArray<string>,
  versions: ReadonlyArray<string>
) => {
  const version = versions.at(-1) ?? ""
  const isWanted = (name: string, isShort: boolean) =>
    asked.only.length > 0 ? asked.only.includes(name) : isShort || !asked.isShort
  const wanted = users.filter(({ isShort, name }) => isWanted(name, isShort))
  if (!(await registry.reachesOthers())) {
    const why = "the registry that npm is configured with does not answer"
    await row(rows, "users", () =>
      asked.isShort
        ? Promise.resolve({ value: undefined, detail: `left out: ${why}` })
        : Promise.reject(new Failure(`${why}; users install from it`))
    )
    return
  }
  mkdirSync(join(directory, "users"))
  // Two at a time, in order: much of an installation is waiting.
  const queue = wanted.values()
  const worker = async () => {
    for (const user of queue) {
      await row(rows, `user: ${user.name}`, async () => {
        const place = join(directory, "users", user.name)
        const found = await user.run({ registry: registry.url, version, packages: names }, place)
        return { value: undefined, detail: version, checks: found.checks }
      })
    }
  }
  await Promise.all([worker(), worker()])
  for (const from of isWanted(updating, false) ? [versions[0], versions[3]] : []) {
    if (from === undefined) continue
    await row(rows, `user: ${updating} ^${from}`, async () => {
      const to = newestWithin(from, versions)
      const place = join(directory, "users", `${updating}-${from}`)
      const looked = await updates(registry, place, names, { from, to })
      return { value: undefined, detail: `${from} -> ${to}`, checks: looked }
    })
  }
}

/** Rehearses; every row is noted in `rows`. Rejects with a Failure where it makes no sense to go on. */
export const rehearse = async (setting: Setting): Promise<void> => {
  const { directory, rows } = setting
  const copy = join(directory, "project")
  await row(rows, "build", async () => {
    const filters = publics(root).map(({ manifest }) => `--filter=${manifest.name}`)
    await must("turbo", ["run", "build", "--output-logs=errors-only", ...filters], root)
    return { value: undefined, detail: `${filters.length} packages` }
  })
  const place = join(directory, "registry")
  mkdirSync(place)
  const registry = await row(rows, "local registry", async () => {
    const value = await startRegistry(place, scope)
    return { value, detail: `on ${new URL(value.url).host}` }
  })
  try {
    await row(rows, "copy of the project", async () => {
      await copyProject(copy, registry, scope)
      return { value: undefined, detail: `${packagesOf(copy).length} packages` }
    })
    const { done, names } = await releases(setting, copy, registry)
    const last = done.at(-1)
    if (last === undefined) return
    await again(setting, copy, registry, last)
    const versions = done.map(({ version }) => version)
    await usersRun(setting, registry, names, versions)
  } finally {
    await registry.close()
  }
}

// The rehearsal: builds, copies, releases, checks, and lets users install what was published.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../runtimes/processes/environment.ts"
import type { Check } from "../runtimes/projects/release.ts"
import { Failure, must } from "./processes.ts"
import { copyProject, packagesOf } from "./copy.ts"
import { checks } from "./lockstep.ts"
import { type Registry, startRegistry } from "./registry.ts"
import { publics, publishAgain, release, type Released, type Step, unpublished } from "./release.ts"
import { type Options, type Row, row } from "./rows.ts"
import { tarballChecks } from "./tarballs.ts"
import { usersRun } from "./users.ts"

const scope = "@leadline"
const core = `${scope}/core`

/** The input of a rehearsal. */
export interface Setting {
  readonly directory: string
  readonly options: Options
  readonly rows: Array<Row>
}

const say = (what: string) => console.log(`   ${what}`)

/** The releases to try: a change of each kind on a package of its own, in 0.x and from 1.0 on. */
const stepsOf = (names: ReadonlyArray<string>, { isOnce }: Options): ReadonlyArray<Step> => {
  const others = names.filter((name) => name !== core)
  const on = (at: number) => others[at % others.length] ?? core
  const steps: ReadonlyArray<Step> = [
    { kind: "waiting", by: isOnce ? "pnpm" : "npm" },
    { kind: "patch", on: on(0), by: "pnpm" },
    { kind: "minor", on: core, by: "pnpm" },
    { kind: "major", on: on(1), by: "pnpm" },
    { kind: "patch", on: core, by: "pnpm" },
    { kind: "minor", on: on(2), by: "pnpm" }
  ]
  return isOnce ? steps.slice(0, 1) : steps
}

const releases = async ({ directory, options, rows }: Setting, copy: string, registry: Registry) => {
  const names = publics(copy).map(({ manifest }) => manifest.name)
  const done: Array<Released> = []
  for (const step of stepsOf(names, options)) {
    const what = step.on === undefined ? "what waits" : `${step.kind} on ${step.on}`
    const released = await row(rows, `release: ${what}`, async () => {
      const out = join(directory, `release-${done.length}`)
      const value = await release(copy, step, out, say)
      say("looking at what the registry has")
      const history = done.map(({ version }) => version)
      return {
        value,
        detail: `${value.before} -> ${value.version}, ${value.packed.length} packages`,
        checks: await checks(value, packagesOf(copy), history, registry)
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

const tarballs = ({ rows }: Setting, copy: string, { packed }: Released) =>
  row(rows, "tarballs", async () => ({
    value: undefined,
    detail: "manifests, files, publint, attw",
    checks: await tarballChecks(packed, copy)
  }))

/** Rehearses; every row is noted in `rows`. Rejects with a Failure where it makes no sense to go on. */
export const rehearse = async (setting: Setting): Promise<void> => {
  const { directory, options, rows } = setting
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
    await tarballs(setting, copy, last)
    await again(setting, copy, registry, last)
    const versions = done.map(({ version }) => version)
    await usersRun({ options, directory: join(directory, "users"), rows, registry, names, versions })
  } finally {
    await registry.close()
  }
}

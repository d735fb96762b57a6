// A user with `^` ranges: installs one release, updates within the range, and must get all packages in one version, each
// once, without warnings about peers.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Check } from "../runtimes/projects/release.ts"
import { must, run } from "./processes.ts"
import type { Registry } from "./registry.ts"

interface Installed {
  readonly name: string
  readonly version: string
}

const query = async (selector: string, cwd: string): Promise<ReadonlyArray<Installed>> =>
  JSON.parse(await must("npm", ["query", selector], cwd)) as ReadonlyArray<Installed>

/** Checks that every package of ours is installed once, in one version. */
const look = async (
  when: string,
  names: ReadonlyArray<string>,
  version: string,
  cwd: string
): Promise<ReadonlyArray<Check>> => {
  const { code, stderr, stdout } = await run("npm", ["ls", "--all"], cwd)
  const found: Array<Check> = [
    {
      name: `${when}: npm ls`,
      ok: code === 0,
      detail: code === 0 ? "clean" : `${stdout}\n${stderr}`.trim()
    }
  ]
  for (const name of [...names, "effect"]) {
    const copies = await query(`[name="${name}"]`, cwd)
    const versions = copies.map((each) => each.version)
    const ok = copies.length === 1 && (name === "effect" || versions[0] === version)
    found.push({
      name: `${when}: ${name}`,
      ok,
      detail: `${versions.join(" and ") || "missing"}${ok ? "" : `, wanted one copy of ${version}`}`
    })
  }
  return found
}

/** The newest version that `^from` accepts. */
export const newestWithin = (from: string, versions: ReadonlyArray<string>): string => {
  const fixed = (version: string) =>
    version
      .split(".")
      .slice(0, from.startsWith("0.") ? 2 : 1)
      .join(".")
  return versions.findLast((version) => fixed(version) === fixed(from)) ?? from
}

/** Installs `from` of all packages, then updates within `^from`, which must give `to`. */
export const updates = async (
  registry: Registry,
  directory: string,
  names: ReadonlyArray<string>,
  { from, to }: { readonly from: string; readonly to: string }
): Promise<ReadonlyArray<Check>> => {
  mkdirSync(directory, { recursive: true })
  const write = (range: string) =>
    writeFileSync(
      join(directory, "package.json"),
      JSON.stringify({
        name: "updates",
        private: true,
        dependencies: { ...Object.fromEntries(names.map((name) => [name, range])), effect: "^4.1.0" }
      })
    )
  writeFileSync(
    join(directory, ".npmrc"),
    `${registry.scopedNpmrc}prefer-offline=true\nstrict-peer-deps=true\n`
  )
  write(from)
  await must("npm", ["install"], directory)
  const before = await look(`at ${from}`, names, from, directory)
  write(`^${from}`)
  await must("npm", ["update"], directory)
  const lock = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  const ours = Object.keys(lock.packages).filter((path) => /node_modules\/@leadline\/[^/]+$/.test(path))
  return [
    ...before,
    ...(await look(`^${from} updated`, names, to, directory)),
    { name: "lockfile", ok: ours.length === names.length, detail: `${ours.length} packages of ours` }
  ]
}

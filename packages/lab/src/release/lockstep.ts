// What must hold after each release, according to the local registry: all packages and no other have the one next version,
// with its changelog. Ranges among them are looked at where users have installed them.
import { execFileSync } from "node:child_process"
import type { Check } from "../runtimes/projects/release.ts"
import type { Package } from "./copy.ts"
import { isPublic } from "./manifest.ts"
import type { Registry } from "./registry.ts"
import { next, type Packed, type Released } from "./release.ts"

const same = (name: string, found: unknown, wanted: unknown): Check => {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  return { name, ok: is === should, detail: is === should ? is : `${is}, not ${should}` }
}

/** Whether the changelog in a tarball has an entry of a version. */
const hasEntry = ({ path }: Packed, version: string): boolean => {
  try {
    const options = { encoding: "utf8", stdio: "pipe" } as const
    const changelog = execFileSync("tar", ["-xzOf", path, "package/CHANGELOG.md"], options)
    const [, after = ""] = changelog.split(`\n## ${version}\n`)
    return (after.split("\n## ")[0] ?? "").trim() !== ""
  } catch {
    return false
  }
}

/** Everything that must hold after a release. */
export const checks = async (
  { before, kind, packed, strayed, version }: Released,
  packages: ReadonlyArray<Package>,
  history: ReadonlyArray<string>,
  registry: Registry
): Promise<ReadonlyArray<Check>> => {
  const names = packages.filter(isPublic).map(({ manifest }) => manifest.name)
  const found: Array<Check> = [
    same(`version after ${before}`, version, next(before, kind)),
    same("packages published", packed.map((each) => each.package.manifest.name).toSorted(), names.toSorted()),
    same("other files changed", strayed, [])
  ]
  for (const { manifest, ...rest } of packages) {
    const packument = await registry.packument(manifest.name)
    const versions = Object.keys(packument?.versions ?? {})
    const isReleased = isPublic({ manifest, ...rest })
    found.push(same(`${manifest.name}: versions`, versions, isReleased ? [...history, version] : []))
    if (isReleased) found.push(same(`${manifest.name}: latest`, packument?.["dist-tags"]["latest"], version))
  }
  for (const each of packed)
    found.push(same(`${each.package.manifest.name}: entry in the changelog`, hasEntry(each, version), true))
  return found
}

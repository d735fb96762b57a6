// What must hold after each release, according to the local registry: one version of all packages, ranges of that version
// among them, and tarballs identical to the packed ones.
import { execFileSync } from "node:child_process"
import { type BinaryToTextEncoding, createHash } from "node:crypto"
import type { Check } from "../runtimes/projects/release.ts"
import type { Package } from "./copy.ts"
import { isPublic } from "./manifest.ts"
import type { Packument, Published, Registry } from "./registry.ts"
import { next, type Packed, type Released } from "./release.ts"

const same = (name: string, found: unknown, wanted: unknown): Check => {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  return { name, ok: is === should, detail: is === should ? is : `${is}, not ${should}` }
}

const fields = ["dependencies", "optionalDependencies", "peerDependencies"] as const

/** Ranges of our own packages must be those of the release, all others those of the project. */
const ranges = (published: Published, { manifest }: Package, scope: string): ReadonlyArray<Check> =>
  fields.flatMap((field) => {
    const wanted = manifest[field] ?? {}
    const found = published[field] ?? {}
    return Object.keys({ ...wanted, ...found }).map((name) =>
      same(
        `${published.name}: ${field} ${name}`,
        found[name],
        name.startsWith(`${scope}/`) ? `^${manifest.version}` : wanted[name]
      )
    )
  })

/** The entry of a version in a changelog. Empty: there is none. */
const entryOf = (changelog: string, version: string) => {
  const [, after = ""] = changelog.split(`\n## ${version}\n`)
  return (after.split("\n## ")[0] ?? "").trim()
}

const hash = (algorithm: string, bytes: Buffer, encoding: BinaryToTextEncoding) =>
  createHash(algorithm).update(bytes).digest(encoding)

const bytes = async ({ sha256 }: Packed, published: Published, registry: Registry) => {
  const served = await registry.tarball(published)
  return [
    same(`${published.name}: served as packed`, hash("sha256", served, "hex"), sha256),
    same(
      `${published.name}: integrity`,
      published.dist.integrity,
      `sha512-${hash("sha512", served, "base64")}`
    )
  ]
}

/** The changelog in a tarball. Empty: it has none. */
const changelogIn = (tarball: string): string => {
  try {
    const options = { encoding: "utf8", stdio: "pipe" } as const
    return execFileSync("tar", ["-xzOf", tarball, "package/CHANGELOG.md"], options)
  } catch {
    return ""
  }
}

const ofPackage = async (
  packed: Packed,
  packument: Packument,
  { version }: Released,
  registry: Registry,
  scope: string
): Promise<ReadonlyArray<Check>> => {
  const { name } = packed.package.manifest
  const published = packument.versions[version]
  if (published === undefined)
    return [{ name: `${name}: published`, ok: false, detail: `without ${version}` }]
  return [
    same(`${name}: latest`, packument["dist-tags"]["latest"], version),
    same(`${name}: ranges of the workspace`, JSON.stringify(published).match(/"workspace:[^"]*"/g), null),
    {
      name: `${name}: changelog`,
      ok: entryOf(changelogIn(packed.path), version) !== "",
      detail: `entry of ${version}`
    },
    ...ranges(published, packed.package, scope),
    ...(await bytes(packed, published, registry))
  ]
}

/** Everything that must hold after a release. */
export const checks = async (
  released: Released,
  packages: ReadonlyArray<Package>,
  history: ReadonlyArray<string>,
  registry: Registry,
  scope: string
): Promise<ReadonlyArray<Check>> => {
  const { before, kind, packed, strayed, version } = released
  const names = packages.filter(isPublic).map(({ manifest }) => manifest.name)
  const found: Array<Check> = [
    same(`version after ${before}`, version, next(before, kind)),
    same("packages published", packed.map((each) => each.package.manifest.name).toSorted(), names.toSorted()),
    same("other files changed", strayed, [])
  ]
  for (const each of packed) {
    const { name } = each.package.manifest
    const packument = await registry.packument(name)
    found.push(same(`${name}: versions`, Object.keys(packument?.versions ?? {}), [...history, version]))
    if (packument !== undefined) found.push(...(await ofPackage(each, packument, released, registry, scope)))
  }
  for (const { manifest } of packages.filter((each) => !isPublic(each))) {
    const packument = await registry.packument(manifest.name)
    const ok = packument === undefined
    found.push({ name: `${manifest.name}: stays private`, ok, detail: ok ? "not published" : "published" })
  }
  return found
}

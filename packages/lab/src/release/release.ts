// Releases the copy once, with the commands of a release job: versions and changelogs from changesets, tarballs, and
// these to the local registry.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commit, type Package, packagesOf } from "./copy.ts"
import { isPublic } from "./manifest.ts"
import { Failure, must, run } from "./processes.ts"

/** How big a change is. */
export type Kind = "patch" | "minor" | "major"

/** A release to try: a changeset of one kind on one package, or the pending changesets of the project. */
export interface Step {
  readonly kind: Kind | "waiting"
  readonly on?: string
  /** npm publishes as a release job does; pnpm does the same in a tenth of the time. */
  readonly by: keyof typeof publishing
}

const publishing = {
  npm: ["--access", "public", "--ignore-scripts"],
  pnpm: ["--access", "public", "--ignore-scripts", "--no-git-checks"]
}

/** A package that a release published. */
export interface Packed {
  readonly package: Package
  readonly path: string
}

export interface Released {
  readonly before: string
  readonly version: string
  /** The biggest change of its changesets. Undefined: there was none. */
  readonly kind: Kind | undefined
  /** Dependencies first. */
  readonly packed: ReadonlyArray<Packed>
  /** Files that `npm run version` changed but should not have. */
  readonly strayed: ReadonlyArray<string>
}

const kinds: ReadonlyArray<Kind> = ["patch", "minor", "major"]

/** The version after another one. */
export const next = (version: string, kind: Kind | undefined): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (kind === "major") return `${major + 1}.0.0`
  if (kind === "minor") return `${major}.${minor + 1}.0`
  return kind === "patch" ? `${major}.${minor}.${patch + 1}` : version
}

/** The packages to release: all but private ones. */
export const publics = (copy: string): ReadonlyArray<Package> => packagesOf(copy).filter(isPublic)

/** The one version of all packages, private ones included. */
const versionOf = (copy: string): string => {
  const versions = new Map(packagesOf(copy).map(({ manifest }) => [manifest.version, manifest.name]))
  const [version] = versions.keys()
  if (version !== undefined && versions.size === 1) return version
  const found = [...versions].map(([each, name]) => `${name} ${each}`).join(", ")
  throw new Failure(`The packages have different versions: ${found}`)
}

/** The pending changesets, and the biggest change among them. */
const waiting = (copy: string): { readonly count: number; readonly kind: Kind | undefined } => {
  const found = globSync(".changeset/*.md", { cwd: copy })
    .filter((path) => !path.endsWith("README.md"))
    .map((path) => readFileSync(join(copy, path), "utf8").split("---")[1] ?? "")
  return {
    count: found.length,
    kind: kinds.findLast((kind) => found.some((head) => new RegExp(`: ${kind}$`, "m").test(head)))
  }
}

const strayedOf = async (copy: string) => {
  const changed = await must("git", ["status", "--porcelain"], copy)
  return changed
    .split("\n")
    .map((line) => line.slice(3))
    .filter(
      (path) =>
        path !== "" && !/^(\.changeset\/.*\.md|.*\/(package\.json|server\.json|CHANGELOG\.md))$/.test(path)
    )
}

/** Packs into a directory, as a release job does. Dependencies first. */
const pack = async (copy: string, version: string, out: string): Promise<ReadonlyArray<Packed>> => {
  await must("node", ["tools/pack.mjs", "--built", "--out", out, "--tag", `v${version}`], copy)
  const packages = new Map(
    publics(copy).map((each) => [`${each.manifest.name}@${each.manifest.version}`, each])
  )
  const order = readFileSync(join(out, "ORDER"), "utf8").trim().split("\n")
  return order.map((line) => {
    const [file = "", name = ""] = line.split(" ")
    const found = packages.get(name)
    if (found === undefined) throw new Failure(`${line}: not a package of the release`)
    return { package: found, path: join(out, file) }
  })
}

/** The names and versions that the registry does not have yet: a release job asks before it publishes. */
export const unpublished = async (
  copy: string,
  packed: ReadonlyArray<Packed>
): Promise<ReadonlyArray<string>> => {
  const names = packed.map(({ package: { manifest } }) => `${manifest.name}@${manifest.version}`)
  const views = await Promise.all(names.map((name) => run("npm", ["view", name, "version"], copy)))
  return names.filter((_, at) => views[at]?.code !== 0)
}

/** Releases once, as a release job does. `out` is a directory for the tarballs, `say` reports progress. */
export const release = async (
  copy: string,
  { by, kind, on }: Step,
  out: string,
  say: (what: string) => void
): Promise<Released> => {
  const before = versionOf(copy)
  if (on !== undefined) {
    writeFileSync(join(copy, `.changeset/rehearsal.md`), `---\n"${on}": ${kind}\n---\n\nA ${kind} change.\n`)
    await commit(copy, `A ${kind} changeset`)
  }
  const found = waiting(copy)
  say("versions and changelogs")
  if (found.count > 0) await must("node", ["tools/version.mjs"], copy)
  const strayed = await strayedOf(copy)
  const version = versionOf(copy)
  if (found.count > 0) await commit(copy, version)
  await must(
    "pnpm",
    ["install", "--frozen-lockfile", "--lockfile-only", "--offline", "--trust-lockfile"],
    copy
  )
  await must("oxfmt", ["--check"], copy)

  say("tarballs")
  const packed = await pack(copy, version, out)
  say("publishing")
  for (const { path } of packed) {
    await must(by, ["publish", path, ...publishing[by]], copy)
  }
  return { before, version, kind: found.kind, packed, strayed }
}

/** Publishes a version that the registry has: whether that was refused, and the output. */
export const publishAgain = async (
  copy: string,
  { path }: Packed
): Promise<{ readonly isRefused: boolean; readonly words: string }> => {
  // npm checks for the version first; pnpm lets the registry refuse it.
  const { code, stderr, stdout } = await run("pnpm", ["publish", path, "--no-git-checks", "--json"], copy)
  const words = `${stdout}\n${stderr}`.trim()
  return { isRefused: code !== 0 && words.includes("409"), words }
}

// Releases the copy once: a changeset, the versions it gives, tarballs, and the local registry.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commit, type Package, packagesOf } from "./copy.ts"
import { Failure, must, run } from "./command.ts"

/** How big a change is. */
export type Kind = "patch" | "minor" | "major"

/** A release to try: a changeset of one kind on one package, or the changesets that wait in the project. */
export interface Step {
  readonly kind: Kind | "waiting"
  readonly on?: string
}

/** A package that a release published. */
export interface Packed {
  readonly package: Package
  readonly path: string
  /** `sha256-…`, as the publish plan has it. */
  readonly integrity: string
}

export interface Released {
  readonly before: string
  readonly version: string
  readonly kind: Kind | undefined
  readonly changesets: number
  readonly packed: ReadonlyArray<Packed>
  /** What `changeset version` touched, of files it should leave alone. */
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

/** What is released: all but private packages. */
export const publics = (copy: string): ReadonlyArray<Package> =>
  packagesOf(copy).filter(({ manifest }) => manifest.private !== true)

/** The one version of everything, private packages included. */
const versionOf = (copy: string): string => {
  const versions = new Map(packagesOf(copy).map(({ manifest }) => [manifest.version, manifest.name]))
  const [version] = versions.keys()
  if (version !== undefined && versions.size === 1) return version
  const told = [...versions].map(([each, name]) => `${name} ${each}`).join(", ")
  throw new Failure(`The packages have different versions: ${told}`)
}

/** The changesets that wait, and the biggest change among them. */
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
    .filter((path) => path !== "" && !/^(\.changeset\/.*\.md|.*\/(package\.json|CHANGELOG\.md))$/.test(path))
}

interface Plan {
  readonly plan: ReadonlyArray<
    ReadonlyArray<{
      readonly name: string
      readonly version: string
      readonly tarball?: { readonly path: string; readonly integrity: string }
    }>
  >
}

/** The packages that would be published now, from what the registry has. */
export const planOf = async (copy: string, file: string): Promise<ReadonlyArray<string>> => {
  await must("changeset", ["publish-plan", "--output", file], copy)
  const { plan } = JSON.parse(readFileSync(file, "utf8")) as Plan
  return plan.flat().map(({ name, version }) => `${name}@${version}`)
}

/** Makes the tarballs of a plan, in a directory. */
const pack = async (copy: string, plan: string, out: string): Promise<ReadonlyArray<Packed>> => {
  await must("changeset", ["pack", "--from-publish-plan", plan, "--out-dir", out], copy)
  const packed = JSON.parse(readFileSync(join(out, "publish-plan.json"), "utf8")) as Plan
  const packages = new Map(packagesOf(copy).map((each) => [each.manifest.name, each]))
  return packed.plan.flat().map(({ name, tarball }) => {
    const found = packages.get(name)
    if (found === undefined || tarball === undefined) throw new Failure(`${name}: was not packed`)
    return { package: found, path: join(out, tarball.path), integrity: tarball.integrity }
  })
}

/** Releases once. `out` is a directory for the plan and the tarballs; `say` tells progress. */
export const release = async (
  copy: string,
  { kind, on }: Step,
  out: string,
  say: (what: string) => void
): Promise<Released> => {
  const before = versionOf(copy)
  if (on !== undefined) {
    writeFileSync(join(copy, `.changeset/rehearsal.md`), `---\n"${on}": ${kind}\n---\n\nA ${kind} change.\n`)
    await commit(copy, `A ${kind} changeset`)
  }
  const found = waiting(copy)
  say("versions")
  if (found.count > 0) await must("changeset", ["version"], copy)
  const strayed = await strayedOf(copy)
  const version = versionOf(copy)
  if (found.count > 0) await commit(copy, version)
  const offline = ["install", "--frozen-lockfile", "--lockfile-only", "--offline", "--trust-lockfile"]
  await must("pnpm", offline, copy)

  say("tarballs")
  const plan = `${out}.json`
  await planOf(copy, plan)
  const packed = await pack(copy, plan, out)
  say("publishing")
  await must("changeset", ["publish", "--from-pack-dir", out], copy)
  return { before, version, kind: found.kind, changesets: found.count, packed, strayed }
}

/** Tries to publish a tarball whose version the registry has: whether it was refused, and in which words. */
export const publishAgain = async (
  copy: string,
  { path }: Packed
): Promise<{ readonly isRefused: boolean; readonly words: string }> => {
  const { code, errors, out } = await run("npm", ["publish", path, "--access", "public"], copy)
  const words = `${out}\n${errors}`
  return {
    isRefused: code !== 0 && /cannot publish over|already|conflict|EPUBLISHCONFLICT/i.test(words),
    words
  }
}

// Releases the copy once, with the commands of a release job: versions and changelogs from changesets, tarballs, and
// these to the local registry.
import assert from "node:assert/strict"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commit } from "./copy.ts"
import { isPublic, workspace } from "./manifest.ts"
import { must } from "./processes.ts"

/** A changeset of one kind on one package. */
export interface Change {
  readonly kind: "patch" | "minor" | "major"
  readonly on: string
}

export interface Released {
  readonly version: string
  /** Paths of the tarballs, dependencies first. */
  readonly packed: ReadonlyArray<string>
}

/** npm publishes as a release job does; pnpm does the same in a tenth of the time. */
const publishing = {
  npm: ["--access", "public", "--ignore-scripts"],
  pnpm: ["--access", "public", "--ignore-scripts", "--no-git-checks"]
}

/** The version after another one. */
const next = (version: string, kind: Change["kind"]): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (kind === "major") return `${major + 1}.0.0`
  return kind === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Names of the packages that a release publishes. */
export const publicNames = (checkout: string): ReadonlyArray<string> =>
  workspace(checkout).flatMap((each) => (isPublic(each) ? [each.manifest.name] : []))

/** The one version of all packages, private ones included. */
const versionOf = (copy: string): string => {
  const packages = workspace(copy).filter(({ dir }) => dir !== ".")
  const [version = "", ...others] = new Set(packages.map(({ manifest }) => manifest.version))
  assert.deepEqual(others, [], `not every package has the version ${version}`)
  return version
}

/** Releases what waits in the project, or a change; `out` is a directory for the tarballs. */
export const release = async (
  copy: string,
  change: Change | undefined,
  by: keyof typeof publishing,
  out: string
): Promise<Released> => {
  const before = versionOf(copy)
  if (change !== undefined) {
    const changeset = `---\n"${change.on}": ${change.kind}\n---\n\nA ${change.kind} change.\n`
    writeFileSync(join(copy, ".changeset/rehearsal.md"), changeset)
    await commit(copy, "A changeset")
  }
  if (globSync(".changeset/*.md", { cwd: copy }).length > 1) {
    await must("node", ["tools/version.mjs"], copy)
    await commit(copy, "A version")
  }
  const version = versionOf(copy)
  if (change !== undefined) assert.equal(version, next(before, change.kind), `the version after ${before}`)
  const install = ["install", "--frozen-lockfile", "--lockfile-only", "--offline", "--trust-lockfile"]
  await must("pnpm", install, copy)
  await must("oxfmt", ["--check"], copy)
  await must("node", ["tools/pack.mjs", "--built", "--out", out, "--tag", `v${version}`], copy)
  const order = readFileSync(join(out, "ORDER"), "utf8").trim().split("\n")
  const packed = order.map((line) => join(out, line.split(" ")[0] ?? ""))
  for (const path of packed) await must(by, ["publish", path, ...publishing[by]], copy)
  return { version, packed }
}

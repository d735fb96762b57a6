// What must hold after each release: of the registry, and of the tarballs.
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { publint } from "publint"
import { isPublic, workspace } from "./manifest.ts"
import type { Registry } from "./registry.ts"
import type { Released } from "./release.ts"
import { tarballComplaints } from "./tarball.ts"

/** Fails unless all public packages and no others have the released version as their newest. */
export const checkRegistry = async (
  { version }: Released,
  copy: string,
  history: ReadonlyArray<string>,
  registry: Registry
): Promise<void> => {
  for (const each of workspace(copy)) {
    const { name } = each.manifest
    const packument = await registry.packument(name)
    const versions = Object.keys(packument?.versions ?? {})
    assert.deepEqual(versions, isPublic(each) ? [...history, version] : [], `versions of ${name}`)
    if (isPublic(each)) assert.equal(packument?.["dist-tags"]["latest"], version, name)
  }
}

/** Text of each file of a tarball. */
const unpacked = (tarball: string): ReadonlyMap<string, string> => {
  const folder = `${tarball}.files`
  mkdirSync(folder)
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())
  const paths = files.map((each) => join(each.parentPath, each.name))
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]))
}

/** Errors of publint, and warnings, as it is strict. */
const publintComplaints = async (bytes: Uint8Array<ArrayBuffer>): Promise<ReadonlyArray<string>> => {
  const { messages } = await publint({ pack: { tarball: bytes.slice().buffer }, strict: true })
  return messages.filter(({ type }) => type === "error").map((message) => JSON.stringify(message))
}

/** The packages are ES modules only: these two ways to resolve types do not apply. */
const ignored: ReadonlySet<string> = new Set(["node10", "node16-cjs"])

/** Complaints about how types resolve; of a program, which has none, there are none. */
const typesComplaints = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const found = await checkPackage(createPackageFromTarballData(bytes))
  if (found.types === false) return []
  return found.problems
    .filter((problem) => !("resolutionKind" in problem && ignored.has(problem.resolutionKind)))
    .map((problem) => `attw: ${JSON.stringify(problem)}`)
}

/** Fails unless the tarballs have an entry for the version in their changelogs, and no complaints. */
export const checkTarballs = async ({ packed, version }: Released): Promise<void> => {
  const complaints: Array<string> = []
  for (const path of packed) {
    const files = unpacked(path)
    const bytes = new Uint8Array(readFileSync(path))
    const entries = (files.get("CHANGELOG.md") ?? "").split("\n## ").map((entry) => entry.trim())
    const isNoted = entries.some((entry) => entry.startsWith(`${version}\n`))
    if (!isNoted) complaints.push(`${path}: no entry of ${version} in the changelog`)
    complaints.push(...tarballComplaints(files))
    complaints.push(...(await publintComplaints(bytes)), ...(await typesComplaints(bytes)))
  }
  assert.deepEqual(complaints, [])
}

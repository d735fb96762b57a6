// Checks the tarballs of a release: manifest, files, publint, and the types with attw.
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import type { Check } from "../runtimes/projects/release.ts"
import { isProgram, manifestComplaints, packedComplaints } from "./publishing.ts"
import { tarballComplaints } from "./tarball.ts"
import type { Packed } from "./release.ts"

/** Text of each file of a tarball. */
const unpacked = (tarball: string): ReadonlyMap<string, string> => {
  const folder = `${tarball}.files`
  mkdirSync(folder)
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
  const paths = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())
  return new Map(
    paths.map((each) => {
      const path = join(each.parentPath, each.name)
      return [relative(folder, path), readFileSync(path, "utf8")]
    })
  )
}

/** Errors of publint, and warnings, as it is strict. */
const publintComplaints = async (bytes: Uint8Array<ArrayBuffer>): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.slice().buffer }, strict: true })
  return messages
    .filter(({ type }) => type === "error")
    .map((message) => formatMessage(message, pkg) ?? message.code)
}

/** The packages are ES modules only: these two ways to resolve types do not apply. */
const ignored: ReadonlySet<string> = new Set(["node10", "node16-cjs"])

/** Complaints about how types resolve. */
const typesComplaints = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const found = await checkPackage(createPackageFromTarballData(bytes))
  if (found.types === false) return ["attw finds no types"]
  return found.problems
    .filter((problem) => !("resolutionKind" in problem && ignored.has(problem.resolutionKind)))
    .map((problem) => `attw: ${JSON.stringify(problem)}`)
}

const complaintsOf = async (
  { package: { directory, manifest }, path }: Packed,
  copy: string
): Promise<ReadonlyArray<string>> => {
  const files = unpacked(path)
  const packed = JSON.parse(files.get("package.json") ?? "{}")
  const bytes = new Uint8Array(readFileSync(path))
  return [
    ...manifestComplaints({ dir: relative(copy, directory), manifest }),
    ...packedComplaints(packed),
    ...tarballComplaints(files, packed),
    ...(await publintComplaints(bytes)),
    ...(isProgram(manifest) ? [] : await typesComplaints(bytes))
  ]
}

/** One check for each tarball of a release. */
export const tarballChecks = async (
  packed: ReadonlyArray<Packed>,
  copy: string
): Promise<ReadonlyArray<Check>> => {
  const found: Array<Check> = []
  for (const each of packed) {
    const complaints = await complaintsOf(each, copy)
    const detail = complaints.join("\n") || "as it should be"
    found.push({ name: `${each.package.manifest.name}: tarball`, ok: complaints.length === 0, detail })
  }
  return found
}

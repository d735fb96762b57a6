// Rules for versions: exact in the workspace, ranges in what users install, and none younger than the workspace allows.
import { isMap, isScalar, isSeq, parseDocument } from "yaml"
import type { Package } from "../../packages/lab/src/release/manifest.ts"

const exact = /^(?:npm:@?[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
const range = /^[\^~]\d+\.\d+\.\d+(?:-[\w.]+)?$/
/** Types that any version of a user's may be: a narrower range would make npm refuse to install. */
const atLeast = /^>=\d+$/
const workspace = /^workspace:[*^]$/

/**
 * Complaints about one manifest. Public packages have ranges for what users install, so that copies are shared and fixes
 * arrive without a release of ours. Everything else is exact.
 */
export const loose = ({ dir, manifest }: Package): ReadonlyArray<string> => {
  const isPublic = manifest.private !== true
  const rules = [
    ["dependencies", isPublic ? range : exact],
    ["optionalDependencies", isPublic ? range : exact],
    ["peerDependencies", range],
    ["devDependencies", exact]
  ] as const
  return rules.flatMap(([kind, rule]) =>
    Object.entries(manifest[kind] ?? {})
      .filter(
        ([name, asked]) =>
          !workspace.test(asked) &&
          !rule.test(asked) &&
          !(kind === "peerDependencies" && name.startsWith("@types/") && atLeast.test(asked))
      )
      .map(
        ([name, asked]) =>
          `${dir}/package.json: ${kind}.${name} is ${asked}, not ${rule === exact ? "exact" : "^ or ~"}`
      )
  )
}

/** Minutes: two days. Most bad versions are found on their first day. */
export const wantedAge = 2880

/** Complaints about pnpm-workspace.yaml: the minimum age, and exclusions without a reason. */
export const ages = (text: string): ReadonlyArray<string> => {
  const document = parseDocument(text)
  const wrong: Array<string> = []
  const age: unknown = document.get("minimumReleaseAge")
  if (typeof age !== "number" || age < wantedAge)
    wrong.push(`minimumReleaseAge is not ${wantedAge} minutes or more`)
  if (document.get("trustPolicy") !== "no-downgrade") wrong.push("trustPolicy is not no-downgrade")
  if (document.get("blockExoticSubdeps") !== true) wrong.push("blockExoticSubdeps is not true")
  if (document.get("dangerouslyAllowAllBuilds") === true) wrong.push("every package may run scripts")
  for (const list of ["minimumReleaseAgeExclude", "trustPolicyExclude"]) {
    const found = document.get(list)
    if (found === undefined) continue
    if (!isSeq(found)) {
      wrong.push(`${list} is no list`)
      continue
    }
    for (const item of found.items) {
      const name = isScalar(item) ? String(item.value) : ""
      if (name.indexOf("@") <= 0) wrong.push(`${list}: ${name} names no version`)
      if (!isScalar(item) || !item.comment?.trim())
        wrong.push(`${list}: ${name} has no reason behind it on its line`)
    }
  }
  return wrong.map((each) => `pnpm-workspace.yaml: ${each}`)
}

/** The packages that pnpm-workspace.yaml names as ones with install scripts, and whether these run. */
export const allowedBuilds = (text: string): Readonly<Record<string, boolean>> => {
  const found = parseDocument(text).get("allowBuilds")
  return isMap(found) ? (found.toJSON() as Record<string, boolean>) : {}
}

/** The version of Node that pnpm-workspace.yaml names. */
export const nodeVersion = (text: string): string => String(parseDocument(text).get("nodeVersion"))

// Which licences the dependencies of the packages and the server may have.
import type { Manifest } from "../../packages/lab/src/release/manifest.ts"

/** Permissive licences: they require attribution at most. */
export const permissive: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense"
])

/** Whether an SPDX expression can be satisfied with permissive licences alone. `WITH` is never accepted. */
export const isPermissive = (expression: string): boolean => {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const one = (): boolean => {
    if (words[at] !== "(") return permissive.has(words[at++] ?? "")
    at++
    const inner = any()
    return words[at++] === ")" && inner
  }
  const all = (): boolean => {
    let good = one()
    while (words[at] === "AND") {
      at++
      good = one() && good
    }
    return good
  }
  const any = (): boolean => {
    let good = all()
    while (words[at] === "OR") {
      at++
      good = all() || good
    }
    return good
  }
  return any() && at === words.length
}

/** Old manifests have `{ type, url }`. */
const type = (each: unknown): string =>
  typeof each === "string"
    ? each
    : typeof each === "object" && each !== null && "type" in each
      ? String(each.type)
      : "UNKNOWN"

/** The licence of a manifest, also in the two deprecated forms. Undefined: none. */
export const licenceOf = ({ license, licenses }: Manifest): string | undefined => {
  if (license !== undefined) return type(license)
  return Array.isArray(licenses) && licenses.length > 0 ? licenses.map(type).join(" OR ") : undefined
}

/** Complaints about packages whose licence is missing or not permissive, and a count of each licence found. */
export const licences = (
  keys: Iterable<string>,
  manifestOf: (key: string) => Manifest | undefined,
  mayBeMissing: (key: string) => boolean
) => {
  const wrong: Array<string> = []
  const found = new Map<string, number>()
  for (const key of keys) {
    const manifest = manifestOf(key)
    if (manifest === undefined) {
      if (!mayBeMissing(key)) wrong.push(`${key} is not installed, so its licence is not known`)
      continue
    }
    const licence = licenceOf(manifest)
    if (licence === undefined) wrong.push(`${key} names no licence`)
    else if (!isPermissive(licence)) wrong.push(`${key} is under ${licence}`)
    else found.set(licence, (found.get(licence) ?? 0) + 1)
  }
  return { wrong, found }
}

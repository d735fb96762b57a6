// Pending changesets: allowed kinds in 0.x, packages with changelogs, and a text of some length.
import { parse } from "yaml"

/** Most characters of the text: about two sentences. */
const longest = 500

/**
 * Complaints about one changeset. `known` are the packages whose changelogs users read. One `major` would make
 * everything 1.0.0, as all packages share one version.
 */
export const changeset = (
  path: string,
  text: string,
  known: ReadonlySet<string>,
  version: string
): ReadonlyArray<string> => {
  const [, head = "", words = ""] = /^---\n([^]*?)\n?---\n([^]*)$/.exec(text) ?? []
  const named: Readonly<Record<string, unknown>> = parse(head) ?? {}
  const kinds = version.startsWith("0.") ? ["patch", "minor"] : ["patch", "minor", "major"]
  const said = words.trim()
  return [
    ...(Object.keys(named).length === 0 ? ["names no package"] : []),
    ...Object.keys(named)
      .filter((name) => !known.has(name))
      .map((name) => `names ${name}, which has no changelog`),
    ...Object.entries(named)
      .filter(([, kind]) => !kinds.includes(String(kind)))
      .map(([name, kind]) => `${name} is ${String(kind)}, not ${kinds.join(" or ")}`),
    ...(said === "" ? ["says nothing"] : []),
    ...(said.length > longest ? [`says more than users read: ${said.length} characters, not ${longest}`] : [])
  ].map((what) => `${path}: ${what}`)
}

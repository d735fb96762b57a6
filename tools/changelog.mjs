// The changelog of a package as it is packed: its released versions, and above them the changesets that wait for one.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import changelog from "../.changeset/changelog.mjs"

const kinds = ["major", "minor", "patch"]

/** The changesets in a folder: the kind of change for each package, and the text. */
export const pendingChangesets = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .map((name) => {
      const [, head = "", summary = ""] =
        /^---\n(.*?)---\n(.*)$/s.exec(readFileSync(join(folder, name), "utf8")) ?? []
      const packages = new Map([...head.matchAll(/^"(.+)": (\w+)$/gm)].map(([, of, kind]) => [of, kind]))
      return { packages, summary }
    })

/** The text of a package's CHANGELOG.md. Without pending changesets it is that of its releases. */
export const changelogOf = (name, released, pending) => {
  if (pending.length === 0 && released !== "") return released
  const sections = kinds.flatMap((kind) => {
    const lines = pending
      .filter(({ packages }) => packages.get(name) === kind)
      .map((changeset) => changelog.getReleaseLine(changeset))
    return lines.length === 0 ? [] : [`### ${kind[0].toUpperCase()}${kind.slice(1)} Changes`, ...lines]
  })
  const unreleased = ["## Unreleased", ...(sections.length === 0 ? ["No changes of its own."] : sections)]
  const older = released.replace(/^# .*\n+/, "").trim()
  return `${[`# ${name}`, ...unreleased, ...(older === "" ? [] : [older])].join("\n\n")}\n`
}

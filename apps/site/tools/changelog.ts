// The changelog as a page: what waits for a release, then the releases.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./pages.ts"

const { pendingChangesets }: { readonly pendingChangesets: (folder: string) => ReadonlyArray<Changeset> } =
  await import(new URL("../../../tools/changelog.mjs", import.meta.url).href)

interface Changeset {
  readonly packages: ReadonlyMap<string, string>
  readonly summary: string
}

const short = (names: Iterable<string>): string =>
  [...names].map((name) => name.replace("@leadline/", "")).join(", ")

/** All packages have one version: a line that several of them have is told once. */
const released = (): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> => {
  const versions = new Map<string, Map<string, Set<string>>>()
  for (const path of globSync("packages/*/CHANGELOG.md", { cwd: root }).toSorted()) {
    const sections = readFileSync(join(root, path), "utf8").split(/^## /m).slice(1)
    for (const section of sections) {
      const [version = "", ...lines] = section.split("\n")
      const changes = versions.get(version) ?? new Map<string, Set<string>>()
      versions.set(version, changes)
      for (const text of lines.join("\n").split(/^- /m).slice(1)) {
        const change = text.replace(/\n### [^]*$/, "").trim()
        changes.set(change, (changes.get(change) ?? new Set<string>()).add(path.split("/")[1] ?? ""))
      }
    }
  }
  return versions
}

const section = (version: string, changes: ReadonlyArray<readonly [string, string]>): string =>
  `## ${version}\n\n${changes.map(([change, names]) => `- ${change} (${names})`).join("\n")}`

/** The Markdown of the page. */
export const changelogPage = (): string => {
  const folder = join(root, ".changeset")
  const pending = existsSync(folder) ? pendingChangesets(folder) : []
  return [
    "# Changelog",
    "All packages are released together, under one version.",
    ...(pending.length === 0
      ? []
      : [
          section(
            "Unreleased",
            pending.map(({ packages, summary }) => [summary.trim(), short(packages.keys())])
          )
        ]),
    ...[...released()].map(([version, changes]) =>
      section(
        version,
        [...changes].map(([change, names]) => [change, short(names)])
      )
    )
  ].join("\n\n")
}

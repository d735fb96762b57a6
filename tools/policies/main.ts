// Checks dependencies, licences, workflow permissions and more, without a network: `npm run check:policies`.
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../generated.ts"
import { addresses, lockedAddresses } from "./addresses.ts"
import { lockedNode, lockedPnpm, type NpmLock } from "./bootstrap.ts"
import { changeset } from "./changesets.ts"
import { licences } from "./licences.ts"
import { brought, doubled, isOptional, nameOf, readLockfile } from "./lockfile.ts"
import { installed, isPublic, workspace } from "../../packages/lab/src/release/manifest.ts"
import { manifestComplaints } from "../../packages/lab/src/release/publishing.ts"
import { installScripts } from "./scripts.ts"
import { ages, allowedBuilds, loose, nodeVersion } from "./versions.ts"
import { workflow } from "./workflows.ts"

const text = (path: string): string => readFileSync(join(root, path), "utf8")

/** Files tracked by git. Undefined outside a checkout. */
const tracked = (): ReadonlyArray<string> | undefined => {
  try {
    const found = execFileSync("git", ["grep", "-Iz", "--files-with-matches", "-e", ""], {
      cwd: root,
      encoding: "utf8"
    })
    return found.split("\0").filter((path) => path !== "")
  } catch {
    return undefined
  }
}

const lockText = text("pnpm-lock.yaml")
const settings = text("pnpm-workspace.yaml")
const lockfile = readLockfile(lockText)
const packages = workspace(root)
const published = packages.filter((each) => each.dir !== "." && isPublic(each))
const manifests = installed(root)

const peersOf = (importer: string): ReadonlyArray<string> =>
  Object.keys(packages.find(({ dir }) => dir === importer)?.manifest.peerDependencies ?? {})
const bring = (importers: ReadonlyArray<string>) => brought(lockfile, importers, peersOf)
const apps = packages.map(({ dir }) => dir).filter((dir) => dir === "." || dir.startsWith("apps/"))

const licensed = licences(
  bring([...published.map(({ dir }) => dir), ...apps]),
  (key) => manifests.get(key),
  (key) => isOptional(lockfile, key)
)
const files = tracked()
const workflows = globSync(".github/workflows/*.{yml,yaml}", { cwd: root }).toSorted()
const changesets = globSync(".changeset/*.md", { cwd: root }).filter((path) => !path.endsWith("README.md"))
const told = new Set(
  packages
    .filter((each) => published.includes(each) || ["apps/rest", "apps/demo"].includes(each.dir))
    .map(({ manifest }) => manifest.name)
)
const version = published[0]?.manifest.version ?? ""
const locked = new Map([...manifests].filter(([key]) => Object.hasOwn(lockfile.packages, key)))
/** Packages that are locked for other platforms only. */
const elsewhere = new Set(
  Object.keys(lockfile.packages)
    .filter((key) => !manifests.has(key) && isOptional(lockfile, key))
    .map(nameOf)
)
/** What users get, and `npm start` with it. */
const users = bring([...published.map(({ dir }) => dir), "apps/rest", "."])
const npmLock = JSON.parse(text("tools/pnpm/package-lock.json")) as NpmLock
const rootManifest = packages.find(({ dir }) => dir === ".")?.manifest

/** Each policy: its name, what it checked, what is wrong. */
const policies: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  [
    "licences",
    Array.from(licensed.found, ([licence, count]) => `${count} ${licence}`).join(", "),
    licensed.wrong
  ],
  ["manifests", `${published.length} public packages`, published.flatMap(manifestComplaints)],
  [
    "changesets",
    `${changesets.length} that wait`,
    changesets.toSorted().flatMap((path) => changeset(path, text(path), told, version))
  ],
  ["versions", `${packages.length} manifests`, packages.flatMap(loose)],
  ["one effect", "effect and @effect/*", doubled(lockfile, (name) => /^(effect$|@effect\/)/.test(name))],
  ["release age", "pnpm-workspace.yaml", ages(settings)],
  [
    "install scripts",
    `${locked.size} installed, ${users.size} that users get`,
    installScripts(locked, allowedBuilds(settings), users, elsewhere)
  ],
  [
    "bootstrap",
    "Node and pnpm",
    [
      ...lockedNode(rootManifest ?? {}, lockfile.packages, nodeVersion(settings)),
      ...lockedPnpm(npmLock, rootManifest?.packageManager ?? "")
    ]
  ],
  [
    "addresses",
    `the lockfile, ${files === undefined ? "no checkout" : `${files.length} files`}`,
    [...lockedAddresses(lockText), ...(files ?? []).flatMap((path) => addresses(path, text(path)))]
  ],
  ["workflows", workflows.join(", "), workflows.flatMap((path) => workflow(path, text(path)))]
]

for (const [name, what, wrong] of policies) {
  console.log(`${wrong.length === 0 ? "ok    " : "FAILED"} ${name.padEnd(15)} ${what}`)
  for (const each of wrong) console.error(`       ${each}`)
}
if (policies.some(([, , wrong]) => wrong.length > 0)) process.exitCode = 1

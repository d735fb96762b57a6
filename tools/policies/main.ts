// Checks what pnpm, publint and knip do not, without a network: `npm run check:policies`.
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isPublic, type Manifest, workspace } from "../../packages/lab/src/release/manifest.ts"
import { manifestComplaints } from "../../packages/lab/src/release/tarball.ts"
import { root } from "../generated.ts"
import * as rules from "./rules.ts"
import { workflowComplaints } from "./workflows.ts"

const text = (path: string): string => readFileSync(join(root, path), "utf8")
const output = (command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"]
  })

/** Complaints about files, with their paths. */
const inEach = (pattern: string, complaints: (text: string) => ReadonlyArray<string>) =>
  globSync(pattern, { cwd: root, exclude: [".changeset/README.md"] })
    .toSorted()
    .flatMap((path) => complaints(text(path)).map((what) => `${path}: ${what}`))

interface Licensed {
  readonly name: string
  readonly paths: ReadonlyArray<string>
}

/** The installed packages by licence that dependencies bring, without those of the packages left out. */
const licences = (...without: ReadonlyArray<string>): Readonly<Record<string, ReadonlyArray<Licensed>>> => {
  const filters = without.map((name) => `--filter=!${name}`)
  return JSON.parse(output("pnpm", "licenses", "list", "--prod", "--json", "--recursive", ...filters))
}

const scripted = (folder: string): boolean => {
  const { scripts = {} }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const atInstall = ["preinstall", "install", "postinstall"]
  return (
    globSync("binding.gyp", { cwd: folder }).length > 0 ||
    atInstall.some((name) => scripts[name] !== undefined)
  )
}

/** The text files that git tracks. None outside a checkout. */
const tracked = (): ReadonlyArray<string> => {
  try {
    return output("git", "grep", "-Iz", "--files-with-matches", "-e", "")
      .split("\0")
      .filter((path) => path !== "")
  } catch {
    return []
  }
}

const packages = workspace(root)
const rootManifest = packages.find(({ dir }) => dir === ".")?.manifest
const published = packages.filter((each) => each.dir !== "." && isPublic(each))
const version = published[0]?.manifest.version ?? ""
const lockfile = text("pnpm-lock.yaml")

/** What each policy protects, and what breaks it. */
const policies: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    "users may use all that they install: permissive licences",
    Object.entries(licences())
      .filter(([licence]) => !rules.isPermissive(licence))
      .flatMap(([licence, found]) => found.map(({ name }) => `${name} is under ${licence}`))
  ],
  [
    "an installation runs no script on the machine of a user",
    Object.values(licences("@leadline/lab", "@leadline/demo"))
      .flat()
      .filter(({ paths }) => paths.some(scripted))
      .map(({ name }) => `${name} has an install script`)
  ],
  ["manifests have what users and registries need", published.flatMap(manifestComplaints)],
  ["users share copies, the workspace is exact", packages.flatMap(rules.versionComplaints)],
  ["services meet in one effect", rules.doubled(lockfile)],
  [
    "Node and pnpm come with checksums",
    rules.checksumComplaints({
      lockfile,
      settings: text("pnpm-workspace.yaml"),
      npmLock: text("tools/pnpm/package-lock.json"),
      packageManager: rootManifest?.packageManager ?? ""
    })
  ],
  [
    "no file decides on a registry",
    [...tracked().filter((path) => rules.namesRegistry(path, text(path))), ...rules.lockedAddresses(lockfile)]
  ],
  [
    "changelogs are short, and no change makes it 1.0.0 unseen",
    inEach(".changeset/*.md", (changeset) => rules.changesetComplaints(changeset, version))
  ],
  ["workflows have the least rights", inEach(".github/workflows/*", workflowComplaints)]
]

for (const [name, wrong] of policies) {
  console.log(`${wrong.length === 0 ? "ok    " : "FAILED"} ${name}`)
  for (const each of wrong) console.error(`       ${each}`)
}
if (policies.some(([, wrong]) => wrong.length > 0)) process.exitCode = 1

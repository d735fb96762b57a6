// Packs every public package, and installs the tarballs in a project that knows nothing of the workspace.
import assert from "node:assert/strict"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root, run } from "./run.mjs"

const read = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"))

/** What a release would publish. */
export const packages = globSync("packages/*/package.json", { cwd: root })
  .toSorted()
  .map((path) => ({ dir: path.slice(0, -"/package.json".length), manifest: read(path) }))
  .filter(({ manifest }) => manifest.private !== true)

/** Runs a command that must succeed. */
export const must = async (command, args, cwd) => {
  const code = await run(command, args, cwd === undefined ? {} : { cwd })
  assert.ok(code === 0, `${command} ${args.join(" ")} exited with ${code}`)
}

/** Packs all of them into a directory. */
export const pack = async (scratch) => {
  const packed = []
  for (const { dir, manifest } of packages) {
    const tarball = join(scratch, `${basename(dir)}.tgz`)
    await must("pnpm", ["pack", "--silent", "--out", tarball], join(root, dir))
    packed.push({ dir, manifest, tarball })
  }
  return packed
}

/** Versions of the lockfile, so that the scratch project needs nothing that is not installed already. */
const locked = () => {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const section = lockfile.slice(lockfile.indexOf("\npackages:\n"), lockfile.indexOf("\nsnapshots:\n"))
  const versions = Map.groupBy(
    Array.from(section.matchAll(/^ {2}'?(@?[^@'\n]+)@([^:'\n]+)'?:$/gm)),
    ([, name]) => name
  )
  return Object.fromEntries(
    [...versions].filter(([, found]) => found.length === 1).map(([name, [[, , version]]]) => [name, version])
  )
}

/** A project in the directory with all of them installed: its path. */
export const install = async (scratch, packed) => {
  const consumer = join(scratch, "consumer")
  mkdirSync(consumer)
  const files = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]))
  const { effect } = read("package.json").dependencies
  const overrides = { ...locked(), ...files }
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module", dependencies: { ...files, effect } })
  )
  writeFileSync(
    join(consumer, "pnpm-workspace.yaml"),
    `packages: []\noverrides:\n${Object.entries(overrides)
      .map(([name, version]) => `  "${name}": "${version}"\n`)
      .join("")}`
  )
  await must("pnpm", ["install", "--prefer-offline", "--loglevel=warn"], consumer)
  return consumer
}

// The public packages, and how they are packed.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root, run } from "./run.mjs"

const read = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"))

/** The packages that a release publishes. */
export const packages = globSync("packages/*/package.json", { cwd: root })
  .toSorted()
  .map((path) => ({ dir: path.slice(0, -"/package.json".length), manifest: read(path) }))
  .filter(({ manifest }) => manifest.private !== true)

/** Runs a command that must succeed. */
export const must = async (command, args, cwd) => {
  const code = await run(command, args, cwd === undefined ? {} : { cwd })
  assert.ok(code === 0, `${command} ${args.join(" ")} exited with ${code}`)
}

/** Packs all of them into a directory, one after the other. */
export const pack = async (scratch) => {
  const packed = []
  for (const { dir, manifest } of packages) {
    const tarball = join(scratch, `${basename(dir)}.tgz`)
    await must("pnpm", ["pack", "--silent", "--out", tarball], join(root, dir))
    packed.push({ dir, manifest, tarball })
  }
  return packed
}

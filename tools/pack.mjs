// Packs the public packages, to try them in another project or to publish them in a release job.
//   npm run pack -- [--out DIR] [--tag v1.2.3] [--built]
// Also writes SHA256SUMS, and ORDER: a line "file name@version" per package, dependencies first.
// With --built, dist is packed as it is, without a build.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { must, pack, packages } from "./packages.mjs"
import { root } from "./run.mjs"

const { built, out, tag } = parseArgs({
  options: {
    built: { type: "boolean", default: false },
    out: { type: "string", default: ".packed" },
    tag: { type: "string" }
  }
}).values

/** A tag must match every version, and no changeset may be pending. */
const checkTag = () => {
  for (const { manifest } of packages) {
    assert.ok(tag === `v${manifest.version}`, `${manifest.name} is ${manifest.version}, the tag is ${tag}`)
  }
  const entry = JSON.parse(readFileSync(join(root, "packages/server/server.json"), "utf8"))
  for (const { version } of [entry, ...entry.packages]) {
    assert.ok(tag === `v${version}`, `server.json is ${version}, the tag is ${tag}`)
  }
  const left = readdirSync(join(root, ".changeset")).filter(
    (name) => name.endsWith(".md") && name !== "README.md"
  )
  assert.ok(left.length === 0, `Not in this version: ${left.join(", ")}. Run "npm run version" first.`)
}

/** Sorts packages so that each comes after its dependencies. */
const inOrder = (packed) => {
  const names = new Set(packed.map(({ manifest }) => manifest.name))
  const needs = ({ dependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => names.has(name))
  const ordered = []
  for (let left = packed; left.length > 0;) {
    const done = new Set(ordered.map(({ manifest }) => manifest.name))
    const ready = left.filter(({ manifest }) => needs(manifest).every((name) => done.has(name)))
    assert.ok(ready.length > 0, "Packages need each other.")
    ordered.push(...ready)
    left = left.filter((each) => !ready.includes(each))
  }
  return ordered
}

const sum = (tarball) => createHash("sha256").update(readFileSync(tarball)).digest("hex")

try {
  if (tag !== undefined) checkTag()
  const folder = resolve(out)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (!built) {
    await must(process.execPath, ["tools/install.mjs"])
    await must("turbo", ["run", "build", "--output-logs=errors-only"])
  }
  const packed = inOrder(await pack(folder))
  const lines = (line) => packed.map(line).join("")
  writeFileSync(
    join(folder, "SHA256SUMS"),
    lines(({ tarball }) => `${sum(tarball)}  ${basename(tarball)}\n`)
  )
  const order = lines(
    ({ manifest, tarball }) => `${basename(tarball)} ${manifest.name}@${manifest.version}\n`
  )
  writeFileSync(join(folder, "ORDER"), order)
  console.log(order.trimEnd())
  const at = (name) => join(folder, `${name}.tgz`)
  console.log("\nIn your project:")
  for (const transport of ["transport-node", "transport-fetch"]) {
    console.log(`npm install ${at("core")} ${at(transport)} effect`)
  }
  console.log(`\nThe server, in any folder:\nnpx --package ${at("server")} leadline`)
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

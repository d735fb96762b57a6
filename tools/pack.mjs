// Builds every public package and packs it into .packed, for a project beside this one.
import assert from "node:assert/strict"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { must, pack } from "./consumer.mjs"
import { root } from "./run.mjs"

const folder = join(root, ".packed")
try {
  await must(process.execPath, ["tools/install.mjs"])
  await must("turbo", ["run", "build", "--output-logs=errors-only"])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const packed = await pack(folder)
  for (const { manifest, tarball } of packed) console.log(`${manifest.name} ${manifest.version}: ${tarball}`)
  const [core, transport] = ["core", "transport-node"].map((name) => join(folder, `${name}.tgz`))
  console.log(`\nIn your project: npm install ${core} ${transport} effect`)
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

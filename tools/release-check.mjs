// Checks what a release would publish. Packs every public package, looks at the manifest and the tarball,
// then installs the tarballs in a scratch project that knows nothing of the workspace, and uses them there on every
// runtime: the short form of what `pnpm runtimes` checks.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { install, must, pack, packages } from "./consumer.mjs"
import { manifestComplaints, modules, packedComplaints } from "./gates/publishing.ts"
import { tarballComplaints } from "./gates/tarball.ts"

/** Text of each file of a tarball. */
const unpacked = (tarball) => {
  const folder = `${tarball}.files`
  mkdirSync(folder)
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
  const paths = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())
  return new Map(
    paths.map((each) => {
      const path = join(each.parentPath, each.name)
      return [relative(folder, path), readFileSync(path, "utf8")]
    })
  )
}

const checkPackage = async ({ dir, manifest, tarball }) => {
  const files = unpacked(tarball)
  const packed = JSON.parse(files.get("package.json"))
  const wrong = [
    ...manifestComplaints({ dir, manifest }),
    ...packedComplaints(packed),
    ...tarballComplaints(files, packed)
  ]
  assert.ok(wrong.length === 0, wrong.join("\n"))
  await must("publint", ["run", "--strict", tarball])
  await must("attw", ["--profile", "esm-only", "--quiet", tarball])
}

const check = async (scratch) => {
  const packed = await pack(scratch)
  for (const each of packed) await checkPackage(each)

  const consumer = await install(scratch, packed)
  const specifiers = packed.flatMap(({ manifest }) =>
    modules(manifest).map(([subpath]) => manifest.name + subpath.slice(1))
  )
  writeFileSync(
    join(consumer, "use.mts"),
    `${specifiers.map((specifier, at) => `import * as m${at} from "${specifier}"\n`).join("")}
const count = [${specifiers.map((_, at) => `m${at}`).join(", ")}].map((module) => Object.keys(module).length)
console.log(\`imported \${count.length} modules, \${count.reduce((sum, n) => sum + n, 0)} values\`)
`
  )
  for (const resolution of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"]
  ]) {
    const options = ["--noEmit", "--strict", "--target", "es2024", "--lib", "es2024,dom"]
    await must("tsc", [...options, ...resolution, "--types", "", "use.mts"], consumer)
  }
  await must("node", ["use.mts"], consumer)
  await must("node", ["packages/runtimes/src/main.ts", "--in", consumer, "--short"])
}

const scratch = mkdtempSync(join(tmpdir(), "leadline-release-"))
try {
  await check(scratch)
  console.log(`packed and used: ${packages.map(({ manifest }) => manifest.name).join(", ")}`)
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

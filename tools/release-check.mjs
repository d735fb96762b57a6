// Checks what a release would publish. Packs every public package, looks at the manifest and the tarball,
// then installs the tarballs in a scratch project that knows nothing of the workspace, and uses them there on every
// runtime: the short form of what `pnpm runtimes` checks.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { install, must, pack, packages } from "./consumer.mjs"
import { root } from "./run.mjs"

/** The subpaths a user can import as code: no patterns, no package.json. */
const modules = ({ exports }) =>
  Object.entries(exports).filter(([, target]) => target !== null && typeof target === "object")

const checkManifest = ({ dir, manifest }) => {
  const say = (what) => `${dir}/package.json: ${what}`
  assert.equal(manifest.type, "module", say("type"))
  assert.equal(manifest.sideEffects, false, say("sideEffects"))
  assert.equal(manifest.license, "MIT", say("license"))
  assert.ok(manifest.description?.endsWith("."), say("description is a sentence"))
  assert.deepEqual(manifest.engines, { node: ">=22.19" }, say("engines"))
  for (const entry of ["dist", "src", "!**/*.tsbuildinfo"]) {
    assert.ok(manifest.files.includes(entry), say(`files has ${entry}`))
  }
  assert.ok(manifest.peerDependencies?.effect, say("effect is a peer: two copies break service identity"))
  assert.equal(manifest.dependencies?.effect, undefined, say("effect is no dependency"))
  assert.equal(manifest.exports["./package.json"], "./package.json", say("exports ./package.json"))
  assert.equal(manifest.exports["./internal/*"], null, say("exports ./internal/* is null"))
  for (const [subpath, target] of modules(manifest)) {
    assert.deepEqual(
      Object.keys(target),
      ["@leadline/source", "types", "default"],
      say(`conditions of ${subpath}`)
    )
    assert.doesNotMatch(subpath, /\*/, say(`${subpath} is one module`))
    for (const file of Object.values(target)) {
      assert.ok(existsSync(join(root, dir, file)), say(`${subpath}: ${file} exists`))
    }
  }
}

/** Files left in dist from sources that are gone would be published: turbo and tsc never delete them. */
const checkTarball = ({ dir, tarball }) => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((file) => file.replace(/^package\//, ""))
  const say = (what) => `${basename(tarball)}: ${what}`
  for (const file of ["package.json", "README.md", "LICENSE"]) assert.ok(files.includes(file), say(file))
  for (const file of files) {
    // Parts that several exports share are joined of many sources, and rewritten by each build.
    if (/^dist\/parts\/\w+\.js(\.map)?$/.test(file)) continue
    const source = /^dist\/(.*?)(?:(?:\.d\.ts|\.js)(?:\.map)?|(\.json))$/.exec(file)
    if (source === null) {
      assert.match(
        file,
        /^(src\/.*\.(ts|json)|data\/.*|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/,
        say(`${file} is not meant`)
      )
    } else {
      assert.ok(
        files.includes(`src/${source[1]}${source[2] ?? ".ts"}`),
        say(`${file} is stale: delete ${dir}/dist and build again`)
      )
    }
  }
}

const check = async (scratch) => {
  for (const each of packages) checkManifest(each)

  const packed = await pack(scratch)
  for (const { dir, tarball } of packed) {
    checkTarball({ dir, tarball })
    await must("publint", ["run", "--strict", tarball])
    await must("attw", ["--profile", "esm-only", "--quiet", tarball])
  }

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

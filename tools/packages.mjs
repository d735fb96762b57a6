// The public packages, and how they are packed.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { changelogOf, pendingChangesets } from "./changelog.mjs"
import { deadLinks, packedReadme } from "./readme.mjs"
import { root, run } from "./run.mjs"

const read = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"))

/** The packages that a release publishes. */
export const packages = readdirSync(join(root, "packages"))
  .map((name) => `packages/${name}`)
  .filter((dir) => existsSync(join(root, dir, "package.json")))
  .toSorted()
  .map((dir) => ({ dir, manifest: read(dir, "package.json") }))
  .filter(({ manifest }) => manifest.private !== true)

/** Runs a command that must succeed. */
export const must = async (command, args, cwd) => {
  const code = await run(command, args, cwd === undefined ? {} : { cwd })
  assert.ok(code === 0, `${command} ${args.join(" ")} exited with ${code}`)
}

/** Runs an action while a file has another content. */
const withContent = async (path, content, action) => {
  const before = existsSync(path) ? readFileSync(path) : undefined
  writeFileSync(path, content)
  try {
    return await action()
  } finally {
    if (before === undefined) rmSync(path)
    else writeFileSync(path, before)
  }
}

const repositoryOf = ({ repository }) => (repository?.url ?? repository)?.replace(/^git\+|\.git$/g, "")

/**
 * Packs all of them into a directory, one after the other. Their changelogs begin with what is not released yet, and
 * their READMEs link to no folder beside them.
 */
export const pack = async (scratch) => {
  const packed = []
  const pending = pendingChangesets(join(root, ".changeset"))
  for (const { dir, manifest } of packages) {
    const tarball = join(scratch, `${basename(dir)}.tgz`)
    const path = join(root, dir, "CHANGELOG.md")
    const released = existsSync(path) ? readFileSync(path, "utf8") : ""
    const readmePath = join(root, dir, "README.md")
    const readme = packedReadme(readFileSync(readmePath, "utf8"), dir, repositoryOf(manifest))
    await withContent(path, changelogOf(manifest.name, released, pending), () =>
      withContent(readmePath, readme, () =>
        must("pnpm", ["pack", "--silent", "--out", tarball], join(root, dir))
      )
    )
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n")
    for (const file of ["CHANGELOG.md", "LICENSE", "README.md", "package.json"]) {
      assert.ok(files.includes(`package/${file}`), `${manifest.name}: the tarball has no ${file}`)
    }
    const dead = deadLinks(
      execFileSync("tar", ["-xzOf", tarball, "package/README.md"], { encoding: "utf8" }),
      files.map((file) => file.replace("package/", ""))
    )
    assert.deepEqual(dead, [], `${manifest.name}: dead links in the README of the tarball`)
    packed.push({ dir, manifest, tarball })
  }
  return packed
}

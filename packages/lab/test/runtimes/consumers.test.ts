// What the check of an installation says of a release that is right, and of releases that are wrong in one way each.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, it } from "vitest"
import { newFolder } from "../../src/processes.ts"
import { checkTree } from "../../src/runtimes/projects/project.ts"

const release = {
  registry: "http://127.0.0.1:4873/",
  version: "1.2.3",
  packages: ["@leadline/core", "@leadline/transport-fetch"]
}

const manifest = (name: string, version = "1.2.3") => JSON.stringify({ name, version })

/** Checks what a package manager installs of a release that is right, with other files in it. */
const check = (others: { readonly [path: string]: string }) => {
  const directory = newFolder()
  const right = {
    "effect/package.json": manifest("effect", "4.1.0"),
    "@leadline/core/package.json": manifest("@leadline/core")
  }
  for (const [path, text] of Object.entries({ ...right, ...others })) {
    const file = join(directory, "node_modules", path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  checkTree(release, directory)
}

it("a release that is right has no complaints", () => check({}))

it.each([
  [
    "a second copy of effect",
    { "@leadline/core/node_modules/effect/package.json": manifest("effect") },
    /^effect: 2 copies/
  ],
  [
    "a second copy of core, deep down",
    { "a/node_modules/@b/c/node_modules/@leadline/core/package.json": manifest("@leadline/core") },
    /^@leadline\/core: 2 copies/
  ],
  [
    "a package of another version",
    { "@leadline/core/package.json": manifest("@leadline/core", "1.2.2") },
    /@leadline\/core/
  ],
  [
    "a package that is not of the release",
    { "@leadline/lab/package.json": manifest("@leadline/lab") },
    /not of this release/
  ]
])("%s fails", (_, others, message) => assert.throws(() => check(others), message))

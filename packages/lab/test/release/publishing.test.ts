// What a tarball must hold before it is published.
import { assert, describe, it } from "vitest"
import type { Manifest } from "../../src/release/manifest.ts"
import { tarballComplaints } from "../../src/release/tarball.ts"

const { hooks }: { hooks: { beforePacking: (manifest: Manifest) => Manifest } } = await import(
  new URL("../../../../.pnpmfile.mjs", import.meta.url).href
)

const inWorkspace: Manifest = {
  name: "x",
  version: "0.1.0",
  license: "MIT",
  sideEffects: false,
  exports: {
    ".": { "@leadline/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./package.json": "./package.json"
  },
  publishConfig: { access: "public" },
  scripts: { build: "tsc -b" },
  devDependencies: { effect: "4.1.0" },
  peerDependencies: { effect: "^4.1.0" },
  engines: { node: ">=22.19" }
}

type Texts = Readonly<Record<string, string | undefined>>

const map = JSON.stringify({ sources: ["../src/index.ts"] })
const documents = { "README.md": "", "CHANGELOG.md": "", LICENSE: "" }
const libraryFiles: Texts = {
  ...documents,
  "dist/index.js": "export {}\n//# sourceMappingURL=index.js.map\n",
  "dist/index.js.map": map,
  "dist/index.d.ts": "export {}\n//# sourceMappingURL=index.d.ts.map",
  "dist/index.d.ts.map": map,
  "src/index.ts": ""
}

const complaints = (manifest: Manifest, files: Texts) => {
  const whole = Object.entries({ "package.json": JSON.stringify(manifest), ...files })
  return tarballComplaints(
    new Map(whole.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])))
  )
}

const good = hooks.beforePacking(inWorkspace)

it("a manifest leaves the workspace without what stands in it for that alone, unless it is private", () => {
  assert.deepEqual(good.exports?.["."], { types: "./dist/index.d.ts", default: "./dist/index.js" })
  assert.deepEqual(complaints(good, libraryFiles), [])
  assert.deepEqual(complaints(inWorkspace, libraryFiles), [
    "x: has scripts",
    "x: has devDependencies",
    "x: exports lead to sources"
  ])
  const hidden = { ...inWorkspace, private: true }
  assert.deepEqual(hooks.beforePacking(hidden), hidden)
})

it.each<[Partial<Manifest>, string]>([
  [{ sideEffects: true }, "sideEffects is not false"],
  [{ publishConfig: { access: "public", registry: "x" } }, "publishConfig is not access: public alone"],
  [{ engines: { node: ">=18" } }, "engines is not node >=22.19"],
  [{ dependencies: { effect: "^4.1.0" } }, "effect is no peer"],
  [{ peerDependencies: { "@leadline/core": "workspace:^" } }, "asks for @leadline/core workspace:^"],
  [{ peerDependencies: { library: "1.2.3" } }, "asks for library 1.2.3"]
])("%j is a complaint", (change, complaint) => {
  assert.deepEqual(complaints({ ...good, ...change }, libraryFiles), [`x: ${complaint}`])
})

it.each<[Texts, ReadonlyArray<string>]>([
  [{ "CHANGELOG.md": undefined }, ["CHANGELOG.md is missing"]],
  [
    { "dist/index.js.map": JSON.stringify({ sources: ["../src/one.ts"] }) },
    ["dist/index.js.map names ../src/one.ts, which is not there"]
  ],
  [{ "dist/index.js.map": undefined }, ["dist/index.js has no source map"]],
  [{ "dist/index.d.ts": "export {}" }, ["dist/index.d.ts has no source map"]],
  [
    { "test/a.test.ts": "", "dist/old.js": "x\n//# sourceMappingURL=index.js.map" },
    ["test/a.test.ts", "dist/old.js"].map(
      (file) => `${file} is not expected, or stale: delete dist and build again`
    )
  ]
])("the files %j are a complaint", (change, found) => {
  assert.deepEqual(
    complaints(good, { ...libraryFiles, ...change }),
    found.map((each) => `x: ${each}`)
  )
})

describe("a program", () => {
  const { sideEffects: _effects, ...rest } = good
  const program = { ...rest, bin: { x: "bin/x.js" }, exports: {}, dependencies: { effect: "^4.1.0" } }
  const files = { ...documents, "bin/x.js": "#!/usr/bin/env node\n", "dist/main.js": "export {}\n" }

  it("has dependencies of its own, and its code without maps and sources", () => {
    assert.deepEqual(complaints(program, files), [])
    assert.deepEqual(complaints(program, { ...files, "bin/x.js": "x", "src/a.ts": "" }), [
      "x: bin/x.js is no program",
      "x: src/a.ts is not expected"
    ])
  })

  it("exports nothing, and asks for no package that is compiled into it", () => {
    const peers = { peerDependencies: { "@leadline/core": "^1.0.0" } }
    assert.deepEqual(complaints({ ...program, ...peers, exports: good.exports ?? {} }, files), [
      "x: a program exports a module",
      "x: asks for @leadline/core"
    ])
    const optional = { ...peers, peerDependenciesMeta: { "@leadline/core": { optional: true } } }
    assert.deepEqual(complaints({ ...program, ...optional }, files), [])
  })
})

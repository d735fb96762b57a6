// What a tarball must hold before it is published.
import { assert, it } from "vitest"
import type { Manifest } from "../../src/release/manifest.ts"
import { tarballComplaints } from "../../src/release/tarball.ts"

const { hooks }: { hooks: { beforePacking: (manifest: Manifest) => Manifest } } = await import(
  new URL("../../../../.pnpmfile.mjs", import.meta.url).href
)

const inWorkspace: Manifest = {
  name: "x",
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

type Texts = Readonly<Record<string, string>>

const code: Texts = {
  "dist/index.js": "export {}\n//# sourceMappingURL=index.js.map\n",
  "dist/index.js.map": JSON.stringify({ sources: ["../src/index.ts"] }),
  "src/index.ts": ""
}

const complaints = (manifest: Manifest, files: Texts = code) =>
  tarballComplaints(new Map(Object.entries({ "package.json": JSON.stringify(manifest), ...files })))

const good = hooks.beforePacking(inWorkspace)
const program = { ...good, bin: { x: "bin/x.js" }, exports: {}, dependencies: { effect: "^4.1.0" } }
const peers = { peerDependencies: { "@leadline/core": "^1.0.0" } }

it("a manifest leaves the workspace without what stands in it for that alone, unless it is private", () => {
  assert.deepEqual(good.exports?.["."], { types: "./dist/index.d.ts", default: "./dist/index.js" })
  assert.deepEqual(complaints(good), [])
  assert.deepEqual(complaints(inWorkspace), [
    "x: has scripts",
    "x: has devDependencies",
    "x: exports lead to sources"
  ])
  const hidden = { ...inWorkspace, private: true }
  assert.deepEqual(hooks.beforePacking(hidden), hidden)
})

it.each<[manifest: Manifest, files: Texts, complaints: ReadonlyArray<string>]>([
  [{ ...good, sideEffects: true }, code, ["sideEffects is not false"]],
  [{ ...good, publishConfig: { registry: "x" } }, code, ["publishConfig is not access: public alone"]],
  [{ ...good, engines: { node: ">=18" } }, code, ["engines is not node >=22.19"]],
  [{ ...good, dependencies: { effect: "^4.1.0" } }, code, ["effect is no peer"]],
  [{ ...good, peerDependencies: { library: "workspace:^" } }, code, ["asks for library workspace:^"]],
  [{ ...good, peerDependencies: { library: "1.2.3" } }, code, ["asks for library 1.2.3"]],
  [good, { "dist/index.js": "export {}" }, ["dist/index.js has no source map"]],
  [
    good,
    { ...code, "dist/index.js.map": JSON.stringify({ sources: ["../src/one.ts"] }) },
    ["dist/index.js.map names ../src/one.ts, which is not there"]
  ],
  [program, { "dist/main.js": "export {}" }, []],
  [
    { ...program, ...peers, exports: good.exports ?? {} },
    {},
    ["a program exports a module", "asks for @leadline/core"]
  ],
  [{ ...program, ...peers, peerDependenciesMeta: { "@leadline/core": { optional: true } } }, {}, []]
])("of %j with %j complaints are %j", (manifest, files, found) => {
  assert.deepEqual(
    complaints(manifest, files),
    found.map((each) => `x: ${each}`)
  )
})

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

const code = {
  "dist/index.js": "export {}\n//# sourceMappingURL=index.js.map\n",
  "dist/index.js.map": JSON.stringify({ sources: ["../src/index.ts"] }),
  "src/index.ts": ""
}

const complaints = (manifest: Manifest, files: object = code) =>
  tarballComplaints(new Map(Object.entries({ "package.json": JSON.stringify(manifest), ...files })))

const good = hooks.beforePacking(inWorkspace)

it("a manifest leaves the workspace without what stands in it for that alone, unless it is private", () => {
  assert.deepEqual(good.exports?.["."], { types: "./dist/index.d.ts", default: "./dist/index.js" })
  assert.deepEqual(complaints(good), [])
  assert.lengthOf(complaints(inWorkspace), 3)
  const hidden = { ...inWorkspace, private: true }
  assert.deepEqual(hooks.beforePacking(hidden), hidden)
})

const bin = { x: "bin/x.js" }
const peerDependencies = { "@leadline/core": "^1.0.0" }

it.each<[change: Partial<Manifest>, files: object, complaint: string]>([
  [{ sideEffects: true }, code, "sideEffects is not false"],
  [{ publishConfig: { registry: "x" } }, code, "publishConfig is not access: public alone"],
  [{ dependencies: { effect: "^4.1.0" } }, code, "effect is no peer"],
  [{ peerDependencies: { library: "workspace:^" } }, code, "asks for library workspace:^"],
  [{ peerDependencies: { library: "1.2.3" } }, code, "asks for library 1.2.3"],
  [{}, { "dist/index.js": "export {}" }, "dist/index.js has no source map"],
  [{}, { ...code, "src/index.ts": undefined }, "dist/index.js.map names ../src/index.ts, which is not there"],
  [{ bin }, {}, "a program exports a module"],
  [{ bin, exports: {}, peerDependencies }, {}, "asks for @leadline/core"]
])("of %j with %j the complaint is %s", (change, files, complaint) => {
  const there = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined))
  assert.deepEqual(complaints({ ...good, ...change }, there), [`x: ${complaint}`])
})

// What a manifest and a tarball must hold before they are published.
import { assert, describe, it } from "vitest"
import type { Manifest } from "../../src/release/manifest.ts"
import { manifestComplaints, packedComplaints } from "../../src/release/publishing.ts"
import { tarballComplaints } from "../../src/release/tarball.ts"

const { hooks }: { hooks: { beforePacking: (manifest: Manifest) => Manifest } } = await import(
  new URL("../../../../.pnpmfile.mjs", import.meta.url).href
)

const good: Manifest = {
  name: "@leadline/store-x",
  version: "0.1.0",
  description: "Keeps things.",
  keywords: ["leadline"],
  license: "MIT",
  files: ["dist", "src", "CHANGELOG.md", "!**/*.tsbuildinfo"],
  type: "module",
  sideEffects: false,
  exports: {
    ".": { "@leadline/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./internal/*": null,
    "./package.json": "./package.json"
  },
  publishConfig: { access: "public" },
  scripts: { build: "tsc -b" },
  devDependencies: { effect: "4.1.0" },
  peerDependencies: { "@leadline/core": "workspace:^", effect: "^4.1.0" },
  engines: { node: ">=22.19" }
}

const said = (what: string) => `the packed manifest of @leadline/store-x ${what}`

const manifestFaults = (change: Partial<Manifest>) =>
  manifestComplaints({ dir: "p", manifest: { ...good, ...change } }).map((each) =>
    each.replace("p/package.json: ", "")
  )

describe("a manifest", () => {
  it("that says all that users need has no complaints", () => assert.deepEqual(manifestFaults({}), []))

  it.each<[Partial<Manifest>, string]>([
    [{ sideEffects: true }, "sideEffects is false"],
    [{ publishConfig: {} }, "publishConfig is access: public and no more"],
    [{ publishConfig: { access: "public", registry: "x" } }, "publishConfig is access: public and no more"],
    [{ scripts: { build: "x", postinstall: "x" } }, "scripts has more than build and tests"],
    [{ files: ["dist", "CHANGELOG.md", "!**/*.tsbuildinfo"] }, "files has src"],
    [
      { peerDependencies: { "@leadline/core": "workspace:^" } },
      "effect is a peer: two copies break service identity"
    ],
    [{ peerDependencies: { effect: "^4.1.0" } }, "core is a peer, workspace:^"],
    [{ dependencies: { "@leadline/core": "workspace:^" } }, "@leadline/core is no dependency"],
    [{ peerDependencies: { ...good.peerDependencies, driver: "^1.0.0" } }, "the peer driver is optional"],
    [{ engines: { node: ">=18" } }, "engines is node >=22.19"]
  ])("%j is a complaint", (change, complaint) => assert.deepEqual(manifestFaults(change), [complaint]))

  it("needs neither core nor effect where it uses no package", () =>
    assert.deepEqual(manifestFaults({ peerDependencies: {} }), []))

  it("exports types before code, one module a subpath", () => {
    const changed = { ...good.exports, "./x/*": { default: "./dist/x.js", types: "./dist/x.d.ts" } }
    assert.deepEqual(manifestFaults({ exports: changed }), ["conditions of ./x/*", "./x/* is one module"])
  })
})

const { peerDependencies: _peers, sideEffects: _effects, ...rest } = good
const program: Manifest = {
  ...rest,
  name: "@leadline/x",
  bin: { x: "bin/x.js" },
  files: ["bin", "dist", "CHANGELOG.md"],
  exports: { "./package.json": "./package.json" },
  dependencies: { effect: "^4.1.0" }
}

const programFaults = (change: Partial<Manifest>) =>
  manifestComplaints({ dir: "p", manifest: { ...program, ...change } })
const programFiles = (more: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries({
      ...Object.fromEntries(
        ["package.json", "README.md", "CHANGELOG.md", "LICENSE"].map((name) => [name, ""])
      ),
      "bin/x.js": '#!/usr/bin/env node\nimport("../dist/main.js")\n',
      "dist/main.js": "export {}\n",
      ...more
    })
  )

describe("a program", () => {
  it("has dependencies of its own, and its code without maps and sources", () => {
    assert.deepEqual(programFaults({}), [])
    assert.deepEqual(tarballComplaints(programFiles(), program), [])
  })

  it("exports nothing, and asks for no package that is compiled into it", () => {
    assert.deepEqual(
      programFaults({ exports: { ...good.exports, ...program.exports, "./internal/*": null } }),
      ["p/package.json: a program exports no module"]
    )
    assert.deepEqual(programFaults({ dependencies: { "@leadline/core": "workspace:^" } }), [
      "p/package.json: @leadline/core is compiled into the program"
    ])
    const optional = {
      peerDependencies: { "@leadline/core": "workspace:^" },
      peerDependenciesMeta: { "@leadline/core": { optional: true } }
    }
    assert.deepEqual(programFaults(optional), [])
  })

  it("is started by Node, and holds nothing else", () => {
    assert.deepEqual(tarballComplaints(programFiles({ "bin/x.js": "x", "src/a.ts": "" }), program), [
      "@leadline/x: bin/x.js is no program of Node",
      "@leadline/x: src/a.ts is not meant"
    ])
  })
})

describe("a packed manifest", () => {
  const packed: Manifest = { ...hooks.beforePacking(good), peerDependencies: { effect: "^4.1.0" } }

  it("has nothing of the workspace left in it", () => {
    assert.deepEqual(packedComplaints(packed), [])
    assert.deepEqual(packed.exports?.["."], { types: "./dist/index.d.ts", default: "./dist/index.js" })
    assert.deepEqual(hooks.beforePacking({ ...good, private: true }), { ...good, private: true })
  })

  it("has one exact version of another package at most where that is an optional peer", () => {
    const tied = { ...packed, peerDependencies: { ...packed.peerDependencies, library: "1.2.3" } }
    const optional = { ...tied, peerDependenciesMeta: { library: { optional: true } } }
    assert.deepEqual(packedComplaints(tied), [said("asks for library 1.2.3")])
    assert.deepEqual(packedComplaints(optional), [])
  })

  it("is complained of as it stands in the workspace", () => {
    assert.deepEqual(packedComplaints(good), [
      said("has scripts"),
      said("has devDependencies"),
      said("asks for @leadline/core workspace:^"),
      said(". leads elsewhere than to types and default")
    ])
  })
})

describe("a tarball", () => {
  const map = JSON.stringify({ sourceRoot: "", sources: ["../src/index.ts"] })
  const files = (changes: Readonly<Record<string, string | undefined>> = {}) =>
    new Map(
      Object.entries({
        "package.json": "{}",
        "README.md": "",
        "CHANGELOG.md": "",
        LICENSE: "",
        "dist/index.js": "export {}\n//# sourceMappingURL=index.js.map\n",
        "dist/index.js.map": map,
        "dist/index.d.ts": "export {}\n//# sourceMappingURL=index.d.ts.map",
        "dist/index.d.ts.map": map,
        "src/index.ts": "",
        ...changes
      }).filter((each): each is [string, string] => each[1] !== undefined)
    )
  const complaints = (changes: Readonly<Record<string, string | undefined>>) =>
    tarballComplaints(files(changes), good).map((each) => each.replace("@leadline/store-x: ", ""))

  it("with code, types, maps and their sources has no complaints", () => assert.deepEqual(complaints({}), []))

  it("lacks a source that a map names, or has a map that names none", () => {
    assert.deepEqual(
      complaints({ "dist/index.js.map": JSON.stringify({ sources: ["../src/parts/one.ts"] }) }),
      ["dist/index.js.map names src/parts/one.ts, which is not there"]
    )
    assert.deepEqual(complaints({ "dist/index.js.map": JSON.stringify({ sources: [], mappings: "AAAA" }) }), [
      "dist/index.js.map names no source"
    ])
  })

  it("lacks a map that code names, or names none", () => {
    assert.deepEqual(complaints({ "dist/index.js.map": undefined }), [
      "dist/index.js names dist/index.js.map, which is not there"
    ])
    assert.deepEqual(complaints({ "dist/index.d.ts": "export {}" }), ["dist/index.d.ts names no source map"])
  })

  it("lacks what an export leads to", () => {
    assert.include(
      complaints({ "dist/index.d.ts": undefined }),
      ".: types is ./dist/index.d.ts, which is not there"
    )
  })

  it("holds what is not meant, or what no source stands for", () => {
    assert.deepEqual(
      complaints({ "test/a.test.ts": "", "dist/old.js": "x\n//# sourceMappingURL=index.js.map" }),
      ["test/a.test.ts is not meant", "dist/old.js is stale: delete dist and build again"]
    )
  })
})

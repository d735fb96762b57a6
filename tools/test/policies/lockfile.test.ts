// What a part of the workspace brings along, read from a lockfile.
import { assert, it } from "vitest"
import { addresses, lockedAddresses } from "../../policies/addresses.ts"
import { brought, doubled, isOptional, readLockfile } from "../../policies/lockfile.ts"

const text = `
lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      tool: { specifier: 1.0.0, version: 1.0.0 }
  apps/rest:
    dependencies:
      '@us/core': { specifier: 'workspace:^', version: link:../../packages/core }
      aliased: { specifier: 'npm:real@2.0.0', version: real@2.0.0 }
  packages/core:
    devDependencies:
      peer: { specifier: 1.0.0, version: 1.0.0 }
      tool: { specifier: 1.0.0, version: 1.0.0 }
packages:
  peer@1.0.0: { resolution: { integrity: x } }
  tool@1.0.0: { resolution: { integrity: x } }
  tool@2.0.0: { resolution: { integrity: x } }
  real@2.0.0: { resolution: { integrity: x } }
  deep@1.0.0: { resolution: { integrity: x } }
  other-system@1.0.0: { resolution: { integrity: x }, os: [darwin] }
  unneeded@1.0.0: { resolution: { integrity: x } }
snapshots:
  peer@1.0.0: {}
  tool@1.0.0: {}
  real@2.0.0:
    dependencies: { deep: 1.0.0(peer@1.0.0) }
    optionalDependencies: { other-system: 1.0.0 }
  deep@1.0.0(peer@1.0.0):
    dependencies: { aliased-back: real@2.0.0 }
  other-system@1.0.0: { optional: true }
  unneeded@1.0.0: { optional: true }
`
const lockfile = readLockfile(text)

it("an app brings what its packages and their peers bring, and no tools", () => {
  const found = brought(lockfile, ["apps/rest"], (importer) => (importer === "packages/core" ? ["peer"] : []))
  assert.deepEqual([...found].toSorted(), ["deep@1.0.0", "other-system@1.0.0", "peer@1.0.0", "real@2.0.0"])
})

it("a package for other systems may be missing, one that is always installed may not", () => {
  assert.isTrue(isOptional(lockfile, "other-system@1.0.0"))
  assert.isTrue(isOptional(lockfile, "unneeded@1.0.0"))
  assert.isFalse(isOptional(lockfile, "deep@1.0.0"))
})

it("a package in two versions is a complaint where there may be one", () => {
  assert.deepEqual(
    doubled(lockfile, (name) => name === "tool"),
    ["tool is there in 2 versions: tool@1.0.0, tool@2.0.0"]
  )
  assert.deepEqual(
    doubled(lockfile, (name) => name === "peer"),
    []
  )
})

it("an address in the lockfile is a complaint, with its line", () => {
  assert.deepEqual(lockedAddresses(text), [])
  const lines = [
    "a: 1",
    "    resolution: {tarball: file:x.tgz}",
    "  b: https://example.com/b.tgz",
    "  c: git+ssh"
  ]
  assert.deepEqual(lockedAddresses(lines.join("\n")), [
    "pnpm-lock.yaml:2 has an address: resolution: {tarball: file:x.tgz}",
    "pnpm-lock.yaml:3 has an address: b: https://example.com/b.tgz",
    "pnpm-lock.yaml:4 has an address: c: git+ssh"
  ])
})

it("a registry's address in any file is a complaint, a setting of one in files of package managers", () => {
  const host = ["registry", "npmjs", "org"].join(".")
  assert.deepEqual(addresses("docs/a.md", `one\ntwo https://${host}/effect`), [
    `docs/a.md:2 names a registry: ${host.slice(0, -3)}`
  ])
  assert.deepEqual(addresses(".npmrc", "fund=false\nregistry=http://somewhere/"), [
    ".npmrc:2 names a registry: registry="
  ])
  assert.deepEqual(addresses("apps/a/package.json", '{ "publishConfig": { "registry": "x" } }'), [
    'apps/a/package.json:1 names a registry: registry":'
  ])
  assert.deepEqual(addresses(".npmrc", "//somewhere/:_authToken=abc"), [
    ".npmrc:1 names a registry: _authToken"
  ])
  assert.deepEqual(addresses("src/Api.ts", "const registry = new Map()"), [])
})

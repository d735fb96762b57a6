// The installation of the server alone brings what packages take from whoever installs them.
import { assert, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

interface Manifest {
  readonly name: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}

const root = resolve(import.meta.dirname, "../..")
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest

it("peer dependencies of the server's packages are dependencies of the root", () => {
  const manifests = globSync("packages/*/package.json", { cwd: root }).map(read)
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  const installed = read("package.json").dependencies ?? {}
  const used = Object.keys(read("apps/rest/package.json").dependencies ?? {})
  assert.include(used, "@leadline/store-sql")
  for (const name of used) {
    for (const peer of Object.keys(byName.get(name)?.peerDependencies ?? {})) {
      // Types are not loaded.
      if (!peer.startsWith("@types/")) assert.property(installed, peer, `${peer} of ${name}`)
    }
  }
})

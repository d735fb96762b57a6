// The installation of the server alone brings what packages take from whoever installs them.
import { assert, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

interface Manifest {
  readonly name: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } }
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
    const { peerDependencies = {}, peerDependenciesMeta = {} } = byName.get(name) ?? {}
    for (const peer of Object.keys(peerDependencies)) {
      // Types are not loaded, and what is optional only by who installs it.
      if (!peer.startsWith("@types/") && peerDependenciesMeta[peer]?.optional !== true)
        assert.property(installed, peer, `${peer} of ${name}`)
    }
  }
})

// The manifests of the workspace, and the part of a package.json that the rehearsal reads.
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

type Texts = Readonly<Record<string, string>>

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly type?: string
  readonly license?: string
  readonly sideEffects?: boolean
  readonly bin?: Texts
  readonly engines?: Texts
  readonly exports?: Readonly<Record<string, null | string | Texts>>
  readonly publishConfig?: Texts
  readonly scripts?: Texts
  readonly dependencies?: Texts
  readonly devDependencies?: Texts
  readonly optionalDependencies?: Texts
  readonly peerDependencies?: Texts
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A package in its current state. */
export interface Package {
  readonly directory: string
  readonly manifest: Manifest
}

/** Every package and app of a checkout. */
export const packagesOf = (checkout: string): ReadonlyArray<Package> =>
  globSync("{packages,apps}/*/package.json", { cwd: checkout })
    .toSorted()
    .map((path) => ({
      directory: join(checkout, dirname(path)),
      manifest: JSON.parse(readFileSync(join(checkout, path), "utf8"))
    }))

/** Names of those that a release publishes. */
export const publicNames = (checkout: string): ReadonlyArray<string> =>
  packagesOf(checkout).flatMap(({ manifest }) => (manifest.private === true ? [] : [manifest.name]))

/** The exported subpaths that are code: not `null`, not package.json. */
export const modules = ({ exports = {} }: Pick<Manifest, "exports">) =>
  Object.entries(exports).flatMap(([subpath, target]) =>
    target === null || typeof target === "string" ? [] : [[subpath, target] as const]
  )

// The part of a package.json that the policies and the rehearsal read, and the manifests of the workspace.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

type Texts = Readonly<Record<string, string>>

export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly private?: boolean
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
  readonly packageManager?: string
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface Package {
  /** Its folder, as the lockfile names it: `.` is the root. */
  readonly dir: string
  readonly manifest: Manifest
}

/** The root and all packages of the workspace. */
export const workspace = (root: string): ReadonlyArray<Package> =>
  [".", ...globSync(["packages/*", "apps/*"], { cwd: root }).toSorted()]
    .filter((dir) => existsSync(join(root, dir, "package.json")))
    .map((dir) => ({ dir, manifest: JSON.parse(readFileSync(join(root, dir, "package.json"), "utf8")) }))

/** Those that a release publishes. */
export const isPublic = ({ manifest }: Pick<Package, "manifest">): boolean => manifest.private !== true

/** Users start it by its command, and import nothing of it. */
export const isProgram = ({ bin }: Manifest): boolean => bin !== undefined

/** The exported subpaths that are code: not `null`, not package.json. */
export const modules = ({ exports = {} }: Pick<Manifest, "exports">) =>
  Object.entries(exports).flatMap(([subpath, target]) =>
    target === null || typeof target === "string" ? [] : [[subpath, target] as const]
  )

// The part of a package.json that the policies read, and the manifests of the workspace.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

type Texts = Readonly<Record<string, string>>

export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly private?: boolean
  readonly type?: string
  readonly license?: unknown
  readonly keywords?: ReadonlyArray<string>
  readonly sideEffects?: unknown
  readonly bin?: Texts
  readonly engines?: Texts
  readonly files?: ReadonlyArray<string>
  readonly exports?: Readonly<Record<string, null | string | Texts>>
  readonly publishConfig?: Readonly<Record<string, unknown>>
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

const read = (path: string): Manifest => JSON.parse(readFileSync(path, "utf8"))

/** The root and all packages of the workspace. */
export const workspace = (root: string): ReadonlyArray<Package> =>
  [".", ...globSync(["packages/*", "apps/*"], { cwd: root }).toSorted()]
    .filter((dir) => existsSync(join(root, dir, "package.json")))
    .map((dir) => ({ dir, manifest: read(join(root, dir, "package.json")) }))

/** Those that a release publishes. */
export const isPublic = ({ manifest }: Pick<Package, "manifest">): boolean => manifest.private !== true

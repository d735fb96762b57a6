// Reads the lockfile: which packages are locked, and which of them a part of the workspace depends on.
import { posix } from "node:path"
import { parse } from "yaml"

/** Packages by the name they are imported under. Those of importers have the requested range, too. */
type Names<A> = Readonly<Record<string, A>>

interface Asked {
  readonly specifier: string
  readonly version: string
}

interface Importer {
  readonly dependencies?: Names<Asked>
  readonly devDependencies?: Names<Asked>
  readonly optionalDependencies?: Names<Asked>
}

interface Snapshot {
  readonly dependencies?: Names<string>
  readonly optionalDependencies?: Names<string>
  readonly optional?: boolean
}

export interface Lockfile {
  readonly importers: Names<Importer>
  readonly packages: Names<{
    readonly os?: ReadonlyArray<string>
    readonly cpu?: ReadonlyArray<string>
    readonly resolution?: { readonly integrity?: string }
  }>
  readonly snapshots: Names<Snapshot>
}

export const readLockfile = (text: string): Lockfile => {
  const { importers = {}, packages = {}, snapshots = {} } = parse(text)
  return { importers, packages, snapshots }
}

/** `name@version` without the peer suffix of pnpm. */
export const bare = (key: string): string => key.replace(/\(.*$/, "")

/** The name of `name@version`. */
export const nameOf = (key: string): string => key.slice(0, key.indexOf("@", 1))

const keyOf = (name: string, version: string): string =>
  version.indexOf("@") > 0 && !/^\d/.test(version) ? version : `${name}@${version}`

/**
 * All transitive dependencies of the importers, as `name@version`: dependencies, optional ones, peers by the version the
 * workspace has of them. Other packages of the workspace are followed, not listed.
 */
export const brought = (
  lockfile: Lockfile,
  importers: ReadonlyArray<string>,
  peersOf: (importer: string) => ReadonlyArray<string>
): ReadonlySet<string> => {
  const seen = new Set<string>()
  const followed = new Set<string>()

  const follow = (start: string): void => {
    const open = [start]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue
      seen.add(key)
      const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {}
      for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
        open.push(keyOf(name, version))
      }
    }
  }

  const enter = (importer: string): void => {
    if (followed.has(importer)) return
    followed.add(importer)
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {}
    } = lockfile.importers[importer] ?? {}
    const peers = peersOf(importer).flatMap((name) =>
      devDependencies[name] === undefined ? [] : [[name, devDependencies[name]] as const]
    )
    for (const [name, { version }] of [
      ...Object.entries({ ...dependencies, ...optionalDependencies }),
      ...peers
    ]) {
      if (version.startsWith("link:")) enter(posix.join(importer, version.slice("link:".length)))
      else follow(keyOf(name, version))
    }
  }

  for (const importer of importers) enter(importer)
  return new Set(Array.from(seen, bare))
}

/** Whether a package may be missing: it is for other platforms, or nothing needs it. */
export const isOptional = ({ packages, snapshots }: Lockfile, key: string): boolean =>
  packages[key]?.os !== undefined ||
  packages[key]?.cpu !== undefined ||
  Object.entries(snapshots).some(([snapshot, { optional }]) => optional === true && bare(snapshot) === key)

/** Names that are locked in several versions, with these. */
export const doubled = ({ packages }: Lockfile, isOne: (name: string) => boolean): ReadonlyArray<string> =>
  [
    ...Map.groupBy(
      Object.keys(packages).filter((key) => isOne(nameOf(key))),
      nameOf
    )
  ]
    .filter(([, keys]) => keys.length > 1)
    .map(([name, keys]) => `${name} is there in ${keys.length} versions: ${keys.join(", ")}`)

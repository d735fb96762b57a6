// No file names a registry: the machine's configuration decides where packages come from.

const hosts =
  /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.(?:pkg\.github|jsr)\.|(?:deb|security)\.debian\.org|pypi\.(?:org|python)|proxy\.golang\.org|index\.crates\.io)/

/** Configuration files of package managers. */
const settings = /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pnpm-workspace\.yaml|package\.json)$/
const set = /\bregistry"?\s*[:=]|_authToken|\bnpmRegistryServer\b/

/** Complaints about one file. */
export const addresses = (path: string, text: string): ReadonlyArray<string> =>
  [hosts, ...(settings.test(path) ? [set] : [])].flatMap((rule) => {
    const found = rule.exec(text)
    return found === null
      ? []
      : [`${path}:${text.slice(0, found.index).split("\n").length} names a registry: ${found[0].trim()}`]
  })

/** Complaints about the lockfile: it may hold no address, and every package must come from a registry. */
export const lockedAddresses = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line, at) =>
      /https?:\/\/|\btarball:|\brepo:|\bgit\+/.test(line)
        ? [`pnpm-lock.yaml:${at + 1} has an address: ${line.trim()}`]
        : []
    )

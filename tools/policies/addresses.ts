// No address of a registry is written down: where packages come from is the machine's own affair.

const hosts =
  /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.(?:pkg\.github|jsr)\.|(?:deb|security)\.debian\.org|pypi\.(?:org|python)|proxy\.golang\.org|index\.crates\.io)/

/** Files by which package managers are told where to look, and as whom. */
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

/** Complaints about the lockfile, in which no address stands at all and nothing comes from elsewhere. */
export const lockedAddresses = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line, at) =>
      /https?:\/\/|\btarball:|\brepo:|\bgit\+/.test(line)
        ? [`pnpm-lock.yaml:${at + 1} has an address: ${line.trim()}`]
        : []
    )

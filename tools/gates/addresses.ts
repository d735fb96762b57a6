// No address of a registry is written down: where packages come from is the machine's own affair.
// Source: none; Assumed: ours.

const registries =
  /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror|npm\.taobao)\.|npm\.(?:pkg\.github|jsr)\.|(?:deb|security)\.debian\.org|pypi\.(?:org|python)|proxy\.golang\.org|index\.crates\.io)|^\s*registry\s*=|:registry\s*=|_auth[T]oken/m

/** Complaints about one file. */
export const addresses = (path: string, text: string): ReadonlyArray<string> => {
  const found = registries.exec(text)
  if (found === null) return []
  return [`${path}:${text.slice(0, found.index).split("\n").length} names a registry: ${found[0].trim()}`]
}

/** Complaints about the lockfile, in which no address stands at all and nothing comes from elsewhere. */
export const lockedAddresses = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line, at) =>
      /https?:\/\/|\btarball:|\brepo:|\bgit\+/.test(line)
        ? [`pnpm-lock.yaml:${at + 1} has an address: ${line.trim()}`]
        : []
    )

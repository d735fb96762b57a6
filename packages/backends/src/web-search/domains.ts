// Domain filters of a request.

/** Lower case, without a scheme, `www.` or a path. */
const normal = (domain: string): string =>
  domain
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/?#].*$/, "")

/** The domains to search and those to leave out. */
export const splitDomains = (filter: ReadonlyArray<string>) => ({
  include: filter.filter((domain) => !domain.startsWith("-")).map(normal),
  exclude: filter.filter((domain) => domain.startsWith("-")).map((domain) => normal(domain.slice(1)))
})

/** The host of a URL; empty for one that is none. */
export const hostOf = (url: string): string => normal(/^https?:\/\/([^/?#@:]+)/i.exec(url)?.[1] ?? "")

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Do the filters allow a page? */
export const isAllowed = (
  url: string,
  include: ReadonlyArray<string>,
  exclude: ReadonlyArray<string>
): boolean => {
  const host = hostOf(url)
  return (
    host !== "" &&
    (include.length === 0 || include.some((domain) => isWithin(host, domain))) &&
    !exclude.some((domain) => isWithin(host, domain))
  )
}

/** The filters as operators of a query. */
export const siteOperators = (include: ReadonlyArray<string>, exclude: ReadonlyArray<string>): string =>
  [include.map((domain) => `site:${domain}`).join(" OR "), ...exclude.map((domain) => `-site:${domain}`)]
    .filter((part) => part !== "")
    .join(" ")

// Which engine answers which operations, and where the upstream server may be: what the settings say.
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/** Where answers are made: in this process, or by the server of `LEADLINE_UPSTREAM_URL`. */
export type EngineName = "embedded" | "upstream"

/** Operation groups that `LEADLINE_ENGINE=upstream` moves. */
const answering = ["chat", "decisions", "embeddings", "models", "responses", "search"] as const

/**
 * Async chats stay here unless named: the upstream server knows one key, so its list would show every key group the
 * chats of all others. The chat beneath them moves with `chat`.
 */
const keeping = "async-chat"

/** An operation group with an engine of its own choice. */
export type EngineGroup = (typeof answering)[number] | typeof keeping

/** The engine of every group. */
export type Engines = { readonly [G in EngineGroup]: EngineName }

const isEngine = (text: string): text is EngineName => text === "embedded" || text === "upstream"

const isGroup = (text: string): text is EngineGroup =>
  text === keeping || answering.some((group) => group === text)

const all = (engine: EngineName): Record<EngineGroup, EngineName> => ({
  chat: engine,
  decisions: engine,
  embeddings: engine,
  models: engine,
  responses: engine,
  search: engine,
  "async-chat": "embedded"
})

/** Everything in this process. */
export const embedded: Engines = all("embedded")

/** What {@link parseEngines} takes. */
export const enginesExpected = `embedded, upstream, or parts like upstream,search=embedded with the groups ${[...answering, keeping].join(", ")}`

/** Reads `upstream`, `decisions=upstream` or `upstream,search=embedded`; undefined: it is none of those. */
export const parseEngines = (text: string): Engines | undefined => {
  const parts = text.split(",").map((part) => part.trim())
  const [first = ""] = parts
  const engines = all(isEngine(first) ? first : "embedded")
  const named = new Set<string>()
  for (const part of isEngine(first) ? parts.slice(1) : parts) {
    const [group = "", engine = "", more] = part.split("=")
    if (more !== undefined || !isGroup(group) || !isEngine(engine) || named.has(group)) return undefined
    named.add(group)
    engines[group] = engine
  }
  return engines
}

const networksOf = (texts: ReadonlyArray<string>): ReadonlyArray<IpNetwork.IpNetwork> =>
  texts.flatMap((text) => {
    const address = Result.getOrUndefined(NetAddress.ipFromString(text))
    const network = address === undefined ? text : `${text}/${NetAddress.width(address)}`
    return Result.match(IpNetwork.fromString(network), { onFailure: () => [], onSuccess: (one) => [one] })
  })

/** Networks of machines, of sites and of no use: an upstream server stands in one of them only if it is listed. */
const inner = networksOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/3",
  "::/128",
  "64:ff9b::/96",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8"
])

/** A host of a URL as an address; undefined when it is a name. */
export const literal = (hostname: string): string | undefined => {
  const text = hostname.replace(/^\[|\]$/g, "")
  return Result.isSuccess(NetAddress.ipFromString(text)) ? text : undefined
}

/** Does a URL with this host mean this machine? */
export const isLoopbackName = (hostname: string): boolean => {
  const address = Result.getOrUndefined(NetAddress.ipFromString(literal(hostname) ?? ""))
  return address === undefined
    ? hostname === "localhost" || hostname.endsWith(".localhost")
    : NetAddress.isLoopback(NetAddress.toCanonical(address))
}

/** Says of an address whether the upstream server may stand there. */
export type Allows = (address: string) => boolean

const contains = (networks: ReadonlyArray<IpNetwork.IpNetwork>, ip: NetAddress.IpAddress): boolean =>
  networks.some((network) => IpNetwork.contains(network, ip))

/**
 * Addresses of this machine serve a URL that names it, listed networks any URL, public addresses an https URL. A name
 * that suddenly leads inside leads nowhere.
 */
export const makeAllows = (url: URL, networks: ReadonlyArray<string>): Allows => {
  const listed = networksOf(networks)
  const namesLoopback = isLoopbackName(url.hostname)
  return (address) => {
    const parsed = Result.getOrUndefined(NetAddress.ipFromString(address))
    if (parsed === undefined) return false
    const ip = NetAddress.toCanonical(parsed)
    if (contains(listed, ip)) return true
    if (NetAddress.isLoopback(ip)) return namesLoopback
    return url.protocol === "https:" && !contains(inner, ip)
  }
}

/** The URL of an upstream server: a host, perhaps a port and a path. */
export const upstreamUrlForm =
  /^https?:\/\/(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?:[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:\/[^\s?#\\]*)?$/i

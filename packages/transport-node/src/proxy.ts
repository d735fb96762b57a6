// Chooses the proxy of a connection.
// The environment variables are those of curl.
import type { ConnectTarget } from "./connect.ts"

/** A proxy and its credentials. */
export interface Proxy {
  readonly target: ConnectTarget
  readonly authorization: string | undefined
}

/** The proxy of a connection, if any. */
export type ChooseProxy = (target: Pick<ConnectTarget, "protocol" | "hostname" | "port">) => Proxy | undefined

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase()

const credentials = ({ password, username }: URL): string | undefined => {
  if (username + password === "") return undefined
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(both).toString("base64")}`
}

const parse = (value: string, name: string): Proxy => {
  try {
    const url = new URL(value.includes("://") ? value : `http://${value}`)
    const { host, hostname, port, protocol } = url
    if (/^https?:$/.test(protocol)) {
      return {
        target: { protocol, host, hostname: bareHost(hostname), port },
        authorization: credentials(url)
      }
    }
  } catch {
    // Thrown below without the value, which may hold a password.
  }
  throw new TypeError(`${name}: expected an http or https URL`)
}

/** One proxy for all connections. Throws a TypeError for an invalid URL, and for one without a scheme. */
export const always = (value: string): ChooseProxy => {
  const proxy = parse(value.includes("://") ? value : "://", "proxy")
  return () => proxy
}

/** An entry of NO_PROXY: a host with its subdomains, `*.` for its subdomains only, optionally a port. */
const exemption = (entry: string): ((hostname: string, port: string) => boolean) => {
  const [, bracketed, plain, its] = /^(?:(\[.*\]|[^:]*:[^:]*:.*)|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const pattern = bareHost(bracketed ?? plain ?? entry)
  const host = pattern.replace(/^\*?\./, "")
  const isHost = !pattern.startsWith("*.")
  return (hostname, port) =>
    (its === undefined || its === port) &&
    (pattern === "*" || (isHost && hostname === host) || hostname.endsWith(`.${host}`))
}

/**
 * The proxies of the environment: `HTTPS_PROXY` or `HTTP_PROXY` by the scheme of the base URL; `NO_PROXY` lists hosts
 * without a proxy. Lower-case names take precedence. Throws a TypeError for an invalid URL.
 */
export const fromEnvironment = (env: { readonly [name: string]: string | undefined }): ChooseProxy => {
  const read = (name: string) => (env[name.toLowerCase()] ?? env[name])?.trim() || undefined
  const proxy = (name: string) => {
    const value = read(name)
    return value === undefined ? undefined : parse(value, name)
  }
  const proxies = { "https:": proxy("HTTPS_PROXY"), "http:": proxy("HTTP_PROXY") }
  const exempt = (read("NO_PROXY") ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(exemption)
  return ({ hostname, port, protocol }) => {
    const isSecure = protocol === "https:"
    const host = bareHost(hostname)
    const isExempt = exempt.some((matches) => matches(host, port || (isSecure ? "443" : "80")))
    return isExempt ? undefined : proxies[isSecure ? "https:" : "http:"]
  }
}

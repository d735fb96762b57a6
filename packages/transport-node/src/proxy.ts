// Proxies: which connections go through one, and the tunnel through it.
// The variables are those of curl.
import { request } from "node:http"
import { isIPv6 } from "node:net"
import { type Connect, connectTimeout, type Making, type Target } from "./connect.ts"

/** A proxy: where it is, and what it must hear to let anything through. */
export interface Proxy {
  readonly target: Target
  readonly authorization: string | undefined
}

/** The proxy for a connection, if it has one. */
export type Choose = (target: Pick<Target, "protocol" | "hostname" | "port">) => Proxy | undefined

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase()

const credentials = ({ password, username }: URL): string | undefined => {
  if (username === "" && password === "") return undefined
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(both).toString("base64")}`
}

const parse = (value: string, name: string): Proxy => {
  try {
    const url = new URL(value.includes("://") ? value : `http://${value}`)
    const { host, hostname, port, protocol } = url
    if (/^https?:$/.test(protocol)) {
      return { target: { protocol, host, hostname: bare(hostname), port }, authorization: credentials(url) }
    }
  } catch {
    // Told below, without a word of the value.
  }
  throw new TypeError(`${name}: expected an http or https URL`)
}

/** One proxy for all connections. Throws a TypeError for a URL that is none. */
export const always = (value: string): Choose => {
  const proxy = parse(value, "proxy")
  return () => proxy
}

/** One entry of NO_PROXY: a host with all beneath it, `*.` for those beneath alone, perhaps a port. */
const exemption = (entry: string): ((hostname: string, port: string) => boolean) => {
  const [, bracketed, plain, its] = /^(?:(\[.*\]|[^:]*:[^:]*:.*)|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const pattern = bare(bracketed ?? plain ?? entry)
  const host = pattern.replace(/^\*?\./, "")
  const isHost = !pattern.startsWith("*.")
  return (hostname, port) =>
    (its === undefined || its === port) &&
    (pattern === "*" || (isHost && hostname === host) || hostname.endsWith(`.${host}`))
}

/**
 * The proxies of the environment: `HTTPS_PROXY` and `HTTP_PROXY` by the scheme of the base URL, `NO_PROXY` for hosts
 * without. Lower-case names win. Throws a TypeError for a URL that is none.
 */
export const fromEnvironment = (env: { readonly [name: string]: string | undefined }): Choose => {
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
    const host = bare(hostname)
    const isExempt = exempt.some((matches) => matches(host, port || (isSecure ? "443" : "80")))
    return isExempt ? undefined : proxies[isSecure ? "https:" : "http:"]
  }
}

const failure = (message: string): Error => Object.assign(new Error(message), { code: "ERR_PROXY_TUNNEL" })

type Tell = Parameters<Connect>[1]
type Callback = Parameters<Connect>[2]

/** Connects through the proxy chosen, https and http alike by CONNECT, or straight where none is. */
export const through = (choose: Choose, straight: Connect, toProxy: Connect): Connect => {
  const tunnel = (proxy: Proxy, target: Target, tell: Tell, callback: Callback): Making => {
    let making: Making
    const timer = setTimeout(
      () => making.destroy(Object.assign(new Error("The proxy took too long"), { code: "ETIMEDOUT" })),
      connectTimeout
    )
    const done: Callback = (...result) => {
      clearTimeout(timer)
      callback(...result)
    }
    const fail = (cause: Error) => done(cause, null)
    making = toProxy(
      proxy.target,
      (phase) => tell(phase === "tls" ? "connect" : phase),
      (cause, line) => {
        if (cause !== null) return fail(cause)
        const port = target.port || (target.protocol === "https:" ? "443" : "80")
        const path = `${isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname}:${port}`
        const { authorization } = proxy
        const connect = request({
          method: "CONNECT",
          path,
          createConnection: () => line,
          headers: { host: path, ...(authorization && { "proxy-authorization": authorization }) }
        })
        making = connect
        connect.once("error", fail)
        connect.once("connect", ({ statusCode = 0 }, socket, head) => {
          connect.off("error", fail)
          if (statusCode < 200 || statusCode > 299 || head.length > 0) {
            socket.destroy()
            return fail(failure(`The proxy opened no tunnel: status ${statusCode}`))
          }
          if (target.protocol !== "https:") return done(null, line)
          making = straight({ ...target, httpSocket: line }, tell, done)
        })
        connect.end()
      }
    )
    return { destroy: (cause) => making.destroy(cause) }
  }
  return (target, tell, callback) => {
    const proxy = choose(target)
    return proxy === undefined ? straight(target, tell, callback) : tunnel(proxy, target, tell, callback)
  }
}

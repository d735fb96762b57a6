// Proxies: which connections go through one, and the tunnel through it.
// Source: none; the variables are those of curl.
import { request } from "node:http"
import { isIPv6 } from "node:net"
import { type Connect, connectTimeout, type Making, type Target } from "./connect.ts"

/** The proxy for a connection, if it has one. */
export type Choose = (target: Pick<Target, "protocol" | "hostname" | "port">) => URL | undefined

const proxyUrl = (value: string, name: string): URL => {
  const url = URL.parse(value.includes("://") ? value : `http://${value}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new TypeError(`${name}: expected an http or https URL`)
  }
  return url
}

/** One proxy for all connections. Throws a TypeError for a URL that is none. */
export const always = (value: string): Choose => {
  const url = proxyUrl(value, "proxy")
  return () => url
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase()

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
    return value === undefined ? undefined : proxyUrl(value, name)
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

const credentials = ({ password, username }: URL): string | undefined =>
  username === "" && password === ""
    ? undefined
    : `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`

const targetOf = (url: URL): Target => ({
  protocol: url.protocol,
  host: url.host,
  hostname: bare(url.hostname),
  port: url.port
})

/** Connects through the proxy chosen, https and http alike by CONNECT, or straight where none is. */
export const through = (choose: Choose, straight: Connect, toProxy: Connect): Connect => {
  const tunnel = (proxy: URL, target: Target, ...[tell, callback]: Rest): Making => {
    let making: Making
    const timer = setTimeout(
      () => making.destroy(Object.assign(new Error("The proxy took too long"), { code: "ETIMEDOUT" })),
      connectTimeout
    )
    const done: Rest[1] = (...result) => {
      clearTimeout(timer)
      callback(...result)
    }
    const fail = (cause: Error) => done(cause, null)
    making = toProxy(
      targetOf(proxy),
      (phase) => tell(phase === "tls" ? "connect" : phase),
      (cause, line) => {
        if (cause !== null) return fail(cause)
        const port = target.port || (target.protocol === "https:" ? "443" : "80")
        const path = `${isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname}:${port}`
        const authorization = credentials(proxy)
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

type Rest = [tell: Parameters<Connect>[1], callback: Parameters<Connect>[2]]

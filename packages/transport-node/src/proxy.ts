// Chooses the proxy of a connection, and opens the tunnel through it.
// The environment variables are those of curl.
import { request } from "node:http"
import { isIPv6 } from "node:net"
import { connectTimeout } from "./clientDefaults.ts"
import type { Connect, Making, Target } from "./connect.ts"

/** A proxy and its credentials. */
export interface Proxy {
  readonly target: Target
  readonly authorization: string | undefined
}

/** The proxy of a connection, if any. */
export type Choose = (target: Pick<Target, "protocol" | "hostname" | "port">) => Proxy | undefined

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase()

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

/** One proxy for all connections. Throws a TypeError for an invalid URL. */
export const always = (value: string): Choose => {
  const proxy = parse(value, "proxy")
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
    const host = bareHost(hostname)
    const isExempt = exempt.some((matches) => matches(host, port || (isSecure ? "443" : "80")))
    return isExempt ? undefined : proxies[isSecure ? "https:" : "http:"]
  }
}

const failure = (message: string): Error => Object.assign(new Error(message), { code: "ERR_PROXY_TUNNEL" })

type Tell = Parameters<Connect>[1]
type Callback = Parameters<Connect>[2]

/** Connects through the chosen proxy with CONNECT, for https and http alike; directly without one. */
export const through = (choose: Choose, straight: Connect, toProxy: Connect): Connect => {
  const tunnel = (proxy: Proxy, target: Target, tell: Tell, callback: Callback): Making => {
    let making: Making
    const timer = setTimeout(
      () => making.destroy(Object.assign(new Error("The proxy timed out"), { code: "ETIMEDOUT" })),
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

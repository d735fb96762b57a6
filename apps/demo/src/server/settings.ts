// Settings from environment variables.
import { parseNetwork } from "@leadline/core/server-settings"

/** The variables of a process or of a worker. */
export interface Environment {
  readonly [name: string]: unknown
}

/** The admin API of the service. */
export interface Admin {
  /** Without a slash at the end. */
  readonly url: string
  readonly token: string
}

/** The settings of the demo. */
export interface Settings {
  /** Base URL of the service. Default: one in this process. */
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  /** Default: none. */
  readonly admin: Admin | undefined
  /** Default 8000. */
  readonly port: number
  /** Default 127.0.0.1. */
  readonly hostname: string
  /** Allowed host names besides localhost and IP addresses. */
  readonly hosts: ReadonlyArray<string>
  /** Requests of one address in a minute; 0: no limit. Default 300. */
  readonly requestsPerMinute: number
  /** Addresses and networks of proxies whose `X-Forwarded-For` is used. Default: none. */
  readonly proxies: ReadonlyArray<string>
}

const text = (environment: Environment, name: string): string | undefined => {
  const value = environment[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

const isHttp = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? "")

const readAdmin = (environment: Environment): Admin | undefined => {
  const url = text(environment, "LEADLINE_ADMIN_URL")
  const token = text(environment, "LEADLINE_ADMIN_TOKEN")
  if (url === undefined) return undefined
  if (!isHttp(url)) throw new Error("LEADLINE_ADMIN_URL: expected an http or https URL")
  if (token === undefined) throw new Error("LEADLINE_ADMIN_TOKEN: required beside LEADLINE_ADMIN_URL")
  return { url: url.replace(/\/+$/, ""), token }
}

const listOf = (given: string | undefined): ReadonlyArray<string> =>
  (given ?? "").split(/[\s,]+/).filter((each) => each !== "")

const readRequestsPerMinute = (environment: Environment): number => {
  const given = text(environment, "REQUESTS_PER_MINUTE") ?? "300"
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new Error(
    `REQUESTS_PER_MINUTE: expected a whole number from 0 to 999999999, got ${JSON.stringify(given)}`
  )
}

const readProxies = (environment: Environment): ReadonlyArray<string> => {
  const proxies = listOf(text(environment, "PROXIES"))
  if (proxies.every((each) => parseNetwork(each) !== undefined)) return proxies
  throw new Error("PROXIES: expected addresses or networks like 10.0.0.0/8, separated by commas")
}

/** Reads the settings. Throws an Error that names the invalid variable. */
export const readSettings = (environment: Environment): Settings => {
  const port = text(environment, "PORT") ?? "8000"
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT: expected a whole number from 0 to 65535, got ${JSON.stringify(port)}`)
  }
  const baseUrl = text(environment, "LEADLINE_BASE_URL")
  if (baseUrl !== undefined && !isHttp(baseUrl)) {
    throw new Error(`LEADLINE_BASE_URL: expected an http or https URL, got ${JSON.stringify(baseUrl)}`)
  }
  return {
    baseUrl,
    apiKey: text(environment, "LEADLINE_API_KEY"),
    admin: readAdmin(environment),
    port: Number(port),
    hostname: text(environment, "HOST") ?? "127.0.0.1",
    hosts: listOf(text(environment, "HOSTS")?.toLowerCase()),
    requestsPerMinute: readRequestsPerMinute(environment),
    proxies: readProxies(environment)
  }
}

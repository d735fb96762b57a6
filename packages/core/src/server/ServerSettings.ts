// Settings of a server besides its services: the limits of its guards, and the proxies in front of it.
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as limits from "../contract/limits.ts"
import type { AddressDetail } from "./networks.ts"

export type { AddressDetail } from "./networks.ts"
export { address as parseAddress, networks as parseNetworks, parseNetwork } from "./networks.ts"

/** The settings of the guards. Times are milliseconds. */
export interface Settings {
  /**
   * Bytes of all bodies that are read or worked on at once, and of all answers over 256 KiB until they are read; above,
   * 503. A key group may hold as many as are left: half, when it is alone. Default 256 MiB.
   */
  readonly bodiesBytes: number
  /**
   * Bytes of files that are sent at once: each takes 256 KiB at most; above, 503. A key group may hold as many as are
   * left: 64 files, when it is alone. Default 32 MiB.
   */
  readonly downloadsBytes: number
  /** Time for reading one body; above, 408. Default 60 s. */
  readonly bodyTimeout: number
  /**
   * Bytes per second with which a body has to arrive, over any 10 seconds of it; slower, 408. On node:http an answer has
   * to be read with as many; slower, it is cut. 0: as slowly as they like. Default 1,024.
   */
  readonly minDataRate: number
  /** Concurrent requests of one key group; above, 429. Default 64. */
  readonly concurrency: number
  /**
   * Refused keys per second of one address; above, 429, unless a key of that address was accepted in the last minute and
   * this one is, too. Default 20.
   */
  readonly refusedKeysPerSecond: number
  /** Requests per second of one address where no key is needed; above, 429. Default 100. */
  readonly keylessPerSecond: number
  /** Holds this machine's own addresses to these two, as well. Default false. */
  readonly limitsLoopback: boolean
  /**
   * The URL under which callers reach the server, as `https://api.example.com`, without a slash at the end: download
   * addresses begin with it. Default none: on node:http the address of the connection on this machine, else addresses
   * are relative.
   */
  readonly publicUrl: string | undefined
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed. Default none. */
  readonly proxies: ReadonlyArray<string>
  /** Origins whose pages may call from a browser, as `https://app.example`. Default none: no answer says a word of CORS. */
  readonly origins: ReadonlyArray<string>
  /** How much of the address of a caller the access log contains. Default `off`: nothing. */
  readonly logAddresses: AddressDetail
  /** Silence of a stream after which it says that it lives. Default 15 s. */
  readonly keepAlive: number
  /** Time without an event of a stream's source after which it ends with an event that says so. Default 300 s. */
  readonly eventTimeout: number
}

const defaults: Settings = {
  bodiesBytes: limits.bodiesBytes,
  downloadsBytes: limits.downloadsBytes,
  bodyTimeout: limits.bodyTimeout,
  minDataRate: limits.minDataRate,
  concurrency: limits.concurrency,
  refusedKeysPerSecond: limits.refusedKeysPerSecond,
  keylessPerSecond: limits.keylessPerSecond,
  limitsLoopback: false,
  publicUrl: undefined,
  proxies: [],
  origins: [],
  logAddresses: "off",
  keepAlive: limits.keepAlive,
  eventTimeout: limits.eventTimeout
}

/** The settings of a server: the defaults, unless others are provided where it is built. */
export const ServerSettings = Context.Reference<Settings>("@leadline/core/server/ServerSettings", {
  defaultValue: () => defaults
})

/** Other settings for some; the rest keep their defaults. Provide it to the layer of the server. */
export const layer = (settings: Partial<Settings>): Layer.Layer<never> =>
  Layer.succeed(ServerSettings, { ...defaults, ...settings })

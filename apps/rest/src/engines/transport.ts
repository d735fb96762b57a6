// The connections to a backend, to allowed addresses only.
import type { BackendSettings, Configuration, WebOptions } from "@leadline/backends"
import type { Transport } from "@leadline/core/transport"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { StartupError } from "../StartupError.ts"
import {
  addressOfHost,
  type IsAllowed,
  isLoopbackHost,
  isPublicAddress,
  isPublicHost,
  makeIsAllowed
} from "./allowedAddresses.ts"

/** As many as the server accepts, because every caller may wait for its own response. */
const maxConnections = 10_000

const connectTimeout = "2 seconds"

/** Resolves names to allowed addresses only, for every new connection. */
export const guardedLookup =
  (isAllowed: IsAllowed): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = found.filter(({ address }) => isAllowed(address))
      const [first] = addresses
      if (first === undefined) {
        return callback(
          Object.assign(new Error("The name resolves to an address that is not allowed"), {
            code: "ENOTFOUND"
          }),
          []
        )
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })

const resolve = (hostname: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) =>
    lookup(hostname, { all: true }, (error, found) =>
      // A name that is unknown now may be known later.
      resume(Effect.succeed(error === null ? found.map(({ address }) => address) : []))
    )
  )

/** The settings that say where a backend is, as the operator knows them. */
interface SettingNames {
  readonly url: string
  readonly networks: string
}

/** Of a file, with its line, or of one backend. */
const settingNames = (name: string, { where }: Configuration): SettingNames =>
  where !== undefined
    ? { url: `LEADLINE_BACKENDS: ${where(name, "url")}`, networks: `backends.${name}.networks` }
    : {
        url: "LEADLINE_BACKENDS",
        networks: "LEADLINE_BACKEND_NETWORKS"
      }

/** Reports at start what would make every call fail. */
const check = Effect.fnUntraced(function* (
  { hostname, protocol }: URL,
  isAllowed: IsAllowed,
  hasNetworks: boolean,
  names: SettingNames
) {
  const plainHttp = (where: string) =>
    new StartupError({
      message: `${names.url}: http is allowed for this machine and the networks in ${names.networks} only, and ${where}: use https, or list its network`
    })
  if (protocol === "http:" && !hasNetworks && !isLoopbackHost(hostname)) {
    return yield* plainHttp(`${hostname} is neither`)
  }
  const address = addressOfHost(hostname)
  const addresses = address === undefined ? yield* resolve(hostname) : [address]
  const [refused] = addresses.filter((one) => !isAllowed(one))
  if (refused === undefined || addresses.some(isAllowed)) return
  return yield* protocol === "http:"
    ? plainHttp(`${hostname} is at ${refused}`)
    : new StartupError({
        message: `${names.url}: ${hostname} is at ${refused}, which is not public: list its network in ${names.networks}`
      })
})

/** The transport to a backend. Fails when its address is forbidden. */
export const layerBackendTransport = (
  { name, networks = [], proxy, url }: BackendSettings,
  configuration: Configuration
): Layer.Layer<Transport, StartupError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = new URL(url)
      const isAllowed = makeIsAllowed(address, networks)
      if (proxy !== undefined) return layerTransport({ proxy, pool: { connections: maxConnections } })
      yield* check(address, isAllowed, networks.length > 0, settingNames(name, configuration))
      return layerTransport({
        pool: { connections: maxConnections, connectTimeout, lookup: guardedLookup(isAllowed) }
      })
    })
  )

/** The way to pages of the web: to public addresses only, checked for every new connection. */
export const webPages: WebOptions<never> = {
  isPublicHost,
  transport: Layer.suspend(() =>
    layerTransport({ pool: { connectTimeout, lookup: guardedLookup(isPublicAddress) } })
  )
}

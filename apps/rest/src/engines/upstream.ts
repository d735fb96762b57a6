// The connection to the upstream server, to allowed addresses only.
import * as Upstream from "@leadline/backends"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import type { Settings } from "../settings/server.ts"
import { StartupError } from "../StartupError.ts"
import { addressOfHost, type IsAllowed, isLoopbackHost, makeIsAllowed } from "./allowedAddresses.ts"

/** As many as the server accepts, because every caller may wait for its own response. */
const maxConnections = 10_000

const connectTimeout = "2 seconds"

/** Resolves names to allowed addresses only, for every new connection. */
const guardedLookup =
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

const missing = (name: string) =>
  new StartupError({ message: `${name}: required, because LEADLINE_ENGINE selects the upstream engine` })

const plainHttp = (where: string) =>
  new StartupError({
    message: `LEADLINE_UPSTREAM_URL: http is allowed for this machine and the networks in LEADLINE_UPSTREAM_NETWORKS only, and ${where}: use https, or list its network`
  })

/** Reports at start what would make every call fail. */
const check = Effect.fnUntraced(function* (
  { hostname, protocol }: URL,
  isAllowed: IsAllowed,
  hasNetworks: boolean
) {
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
        message: `LEADLINE_UPSTREAM_URL: ${hostname} is at ${refused}, which is not public: list its network in LEADLINE_UPSTREAM_NETWORKS`
      })
})

/** The backend of the upstream engine. Fails when its settings are missing or lead to a forbidden address. */
export const layerBackend = ({
  upstreamApiKey,
  upstreamNetworks,
  upstreamUrl
}: Settings): Layer.Layer<Upstream.Backend | Upstream.RequestSender, StartupError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (upstreamUrl === undefined) return yield* missing("LEADLINE_UPSTREAM_URL")
      if (upstreamApiKey === undefined) return yield* missing("LEADLINE_UPSTREAM_API_KEY")
      const isAllowed = makeIsAllowed(upstreamUrl, upstreamNetworks)
      yield* check(upstreamUrl, isAllowed, upstreamNetworks.length > 0)
      return Upstream.layerBackend({
        apiKey: upstreamApiKey,
        baseUrl: upstreamUrl.href.replace(/\/$/, "")
      }).pipe(
        Layer.provide(
          layerTransport({
            pool: { connections: maxConnections, connectTimeout, lookup: guardedLookup(isAllowed) }
          })
        )
      )
    })
  )

// The upstream server: where it may be, and the connections to it.
import * as Upstream from "@leadline/engine-upstream"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import type { Settings } from "../settings/server.ts"
import { type Allows, isLoopbackName, literal, makeAllows } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"

/** As many as the server takes: each caller may wait for an answer of its own. */
const connections = 10_000

const connectTimeout = "2 seconds"

/** Names lead to allowed addresses only, at every connection anew. */
const guarded =
  (allows: Allows): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = found.filter(({ address }) => allows(address))
      const [first] = addresses
      if (first === undefined) {
        return callback(
          Object.assign(new Error("The name leads to an address that is not allowed"), { code: "ENOTFOUND" }),
          []
        )
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })

const resolved = (hostname: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) =>
    lookup(hostname, { all: true }, (error, found) =>
      // A name that nobody knows today may be known later.
      resume(Effect.succeed(error === null ? found.map(({ address }) => address) : []))
    )
  )

const missing = (name: string) =>
  new StartupError({ message: `${name}: is needed because LEADLINE_ENGINE asks an upstream server` })

const plain = (where: string) =>
  new StartupError({
    message: `LEADLINE_UPSTREAM_URL: http reaches this machine and the networks of LEADLINE_UPSTREAM_NETWORKS only, and ${where}: use https, or list its network`
  })

/** Tells at start what else every call would fail with. */
const check = Effect.fnUntraced(function* ({ hostname, protocol }: URL, allows: Allows, isListed: boolean) {
  if (protocol === "http:" && !isListed && !isLoopbackName(hostname)) {
    return yield* plain(`${hostname} is neither`)
  }
  const address = literal(hostname)
  const addresses = address === undefined ? yield* resolved(hostname) : [address]
  const [refused] = addresses.filter((one) => !allows(one))
  if (refused === undefined || addresses.some(allows)) return
  return yield* protocol === "http:"
    ? plain(`${hostname} is at ${refused}`)
    : new StartupError({
        message: `LEADLINE_UPSTREAM_URL: ${hostname} is at ${refused}, which is not public: list its network in LEADLINE_UPSTREAM_NETWORKS`
      })
})

/** What the rooms of the upstream engine stand on. */
export const layerBackend = ({
  upstreamApiKey,
  upstreamNetworks,
  upstreamUrl
}: Settings): Layer.Layer<Upstream.Backend | Upstream.RequestSender, StartupError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (upstreamUrl === undefined) return yield* missing("LEADLINE_UPSTREAM_URL")
      if (upstreamApiKey === undefined) return yield* missing("LEADLINE_UPSTREAM_API_KEY")
      const allows = makeAllows(upstreamUrl, upstreamNetworks)
      yield* check(upstreamUrl, allows, upstreamNetworks.length > 0)
      return Upstream.layerBackend({
        apiKey: upstreamApiKey,
        baseUrl: upstreamUrl.href.replace(/\/$/, "")
      }).pipe(
        Layer.provide(layerTransport({ pool: { connections, connectTimeout, lookup: guarded(allows) } }))
      )
    })
  )

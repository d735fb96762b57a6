// How often one address may do what needs no key: this machine and listed proxies are not counted.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as ApiError from "../../errors/ApiError.ts"
import * as wire from "../../errors/codecs.ts"
import { decided, type Limit } from "../telemetry/limitDecisions.ts"
import { address, networks } from "../networks.ts"
import { ServerSettings, type Settings } from "../ServerSettings.ts"

/** Addresses kept for a second; what comes beyond is counted as one. */
const kept = 10_000

/** What is counted, and what is said of too much of it. */
export interface AddressLimitOptions {
  readonly limit: Limit
  /** Times that one address may do it in a second. */
  readonly most: (settings: Settings) => number
  readonly message: string
}

/**
 * Counts one request of its address: fails with 429 when the address has had too many in this second. Whoever has
 * no address is not counted either.
 */
export const makeAddressLimit = ({ limit, message, most }: AddressLimitOptions) =>
  Effect.map(ServerSettings, (settings) => {
    const trusted = networks(settings.proxies)
    const counts = new Map<string, number>()
    let second = 0
    const counted = (text: string): string | undefined => {
      const ip = address(text)
      if (ip === undefined) return undefined
      if (trusted.some((network) => IpNetwork.contains(network, ip))) return undefined
      if (!settings.limitsLoopback && NetAddress.isLoopback(ip)) return undefined
      const name = NetAddress.formatIp(ip)
      return counts.size < kept || counts.has(name) ? name : "others"
    }
    return Effect.gen(function* () {
      const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
      const now = yield* Clock.currentTimeMillis
      if (Math.floor(now / 1000) !== second) {
        second = Math.floor(now / 1000)
        counts.clear()
      }
      const name = counted(Option.getOrElse(remoteAddress, () => ""))
      if (name === undefined) return
      const soFar = (counts.get(name) ?? 0) + 1
      counts.set(name, soFar)
      const isAdmitted = soFar <= most(settings)
      yield* decided(limit, isAdmitted)
      if (isAdmitted) return
      return yield* new ApiError.RateLimitError({ message, retryAfter: (second + 1) * 1000 - now })
    })
  })

/** Refuses with 429 what comes too often from one address, where no key says whose it is. */
export class AddressLimit extends HttpApiMiddleware.Service<AddressLimit>()(
  "@leadline/core/http/AddressLimit",
  { error: wire.codecsWithNullCode.rateLimit }
) {}

/** {@link AddressLimit}. */
export const layer = Layer.effect(
  AddressLimit,
  Effect.map(
    makeAddressLimit({
      limit: "keyless",
      most: ({ keylessPerSecond }) => keylessPerSecond,
      message: "Too many requests of this address."
    }),
    (count) => AddressLimit.of((httpEffect) => Effect.andThen(count, httpEffect))
  )
)

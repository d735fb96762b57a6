// How many keys of one address may be refused in a second: guessing is slow, and costs others nothing.
// Source: none; Assumed: ours.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as ApiError from "../errors/ApiError.ts"
import { address, networks } from "./networks.ts"
import { ServerSettings } from "./ServerSettings.ts"

/** Addresses kept for a second; what comes beyond is counted as one. */
const kept = 10_000

/**
 * `count` counts one refusal, to be run after a key was refused: it fails with 429 when the address has had
 * too many. This machine and listed proxies are not counted, nor is whoever has no address.
 */
export const makeRefusedKeys = Effect.gen(function* () {
  const { limitsLoopback, proxies, refusedKeysPerSecond } = yield* ServerSettings
  const trusted = networks(proxies)
  const counts = new Map<string, number>()
  let second = 0
  const counted = (text: string): string | undefined => {
    const ip = address(text)
    if (ip === undefined) return undefined
    if (trusted.some((network) => IpNetwork.contains(network, ip))) return undefined
    if (!limitsLoopback && NetAddress.isLoopback(ip)) return undefined
    const name = NetAddress.formatIp(ip)
    return counts.size < kept || counts.has(name) ? name : "others"
  }
  const count = Effect.gen(function* () {
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
    if (soFar > refusedKeysPerSecond) {
      return yield* new ApiError.RateLimitError({
        message: "Too many keys of this address were refused.",
        retryAfter: (second + 1) * 1000 - now
      })
    }
  })
  return { count }
})

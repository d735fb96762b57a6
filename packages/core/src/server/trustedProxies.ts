// Reads `X-Forwarded-*` of listed proxies alone.
import * as NetAddress from "effect/net/NetAddress"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Result from "effect/Result"
import type { Exchange } from "./Exchange.ts"
import { address, networks } from "./networks.ts"

/** One value of a list for each hop; undefined where a list does not tell of each. */
const valueAt = (list: string | undefined, hops: number, index: number): string | undefined => {
  const values = list?.split(",")
  return values?.length === hops ? values[index]?.trim() : undefined
}

/** An address as a proxy writes it: perhaps in brackets, perhaps with a port. */
const hopOf = (text: string): NetAddress.IpAddress | undefined => {
  const trimmed = text.trim()
  const bare = trimmed.startsWith("[") && trimmed.endsWith("]") ? trimmed.slice(1, -1) : trimmed
  return (
    address(bare) ??
    Result.getOrUndefined(
      Result.map(NetAddress.inetAddressFromString(trimmed), (inet) => NetAddress.toCanonical(inet.address))
    )
  )
}

const host = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/**
 * Makes what gives a request that came through listed proxies the address, host and scheme of its sender: the first
 * address from the right that is no listed proxy. A hop that is no address leaves the request as it is.
 */
export const makeForwarded = (proxies: ReadonlyArray<string>): ((exchange: Exchange) => Exchange) => {
  if (proxies.length === 0) return (exchange) => exchange
  const trusted = networks(proxies)
  const isTrusted = (ip: NetAddress.IpAddress) => trusted.some((network) => IpNetwork.contains(network, ip))
  return (exchange) => {
    const { headers, remoteAddress = "" } = exchange
    const peer = address(remoteAddress)
    const hops = headers["x-forwarded-for"]?.split(",")
    if (hops === undefined || peer === undefined || !isTrusted(peer)) return exchange
    for (let index = hops.length - 1; index >= 0; index--) {
      const hop = hopOf(hops[index] ?? "")
      if (hop === undefined) return exchange
      if (index > 0 && isTrusted(hop)) continue
      const asked = valueAt(headers["x-forwarded-host"], hops.length, index)
      const scheme = valueAt(headers["x-forwarded-proto"], hops.length, index)?.toLowerCase()
      return {
        ...exchange,
        remoteAddress: NetAddress.formatIp(hop),
        headers: asked !== undefined && host.test(asked) ? { ...headers, host: asked } : headers,
        scheme: scheme === "http" || scheme === "https" ? scheme : exchange.scheme
      }
    }
    return exchange
  }
}

// Reads `X-Forwarded-For` of listed proxies alone, and notices proxies that are not listed.
import * as NetAddress from "effect/net/NetAddress"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Result from "effect/Result"
import type { ServerExchange } from "./ServerExchange.ts"
import { address, networks } from "./networks.ts"

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

const isIn = (proxies: ReadonlyArray<string>) => {
  const trusted = networks(proxies)
  return (ip: NetAddress.IpAddress): boolean => trusted.some((network) => IpNetwork.contains(network, ip))
}

/**
 * Makes what gives a request that came through listed proxies the address of its sender: the first address from the
 * right that is no listed proxy. A hop that is no address leaves the request as it is.
 */
export const makeForwarded = (
  proxies: ReadonlyArray<string>
): (<E extends Pick<ServerExchange, "headers" | "remoteAddress">>(exchange: E) => E) => {
  if (proxies.length === 0) return (exchange) => exchange
  const isTrusted = isIn(proxies)
  return (exchange) => {
    const { headers, remoteAddress = "" } = exchange
    const peer = address(remoteAddress)
    const hops = headers["x-forwarded-for"]?.split(",")
    if (hops === undefined || peer === undefined || !isTrusted(peer)) return exchange
    for (let index = hops.length - 1; index >= 0; index--) {
      const hop = hopOf(hops[index] ?? "")
      if (hop === undefined) return exchange
      if (index > 0 && isTrusted(hop)) continue
      return { ...exchange, remoteAddress: NetAddress.formatIp(hop) }
    }
    return exchange
  }
}

const isNear = (ip: NetAddress.IpAddress): boolean =>
  NetAddress.isLoopback(ip) ||
  NetAddress.isLinkLocal(ip) ||
  (NetAddress.isIpv4Address(ip) ? NetAddress.isPrivate(ip) : NetAddress.isUniqueLocal(ip))

/** The warning about a proxy that is not listed. */
export const unlistedProxy =
  "A request from this machine or a private network names a forwarded address, but its sender is not a listed proxy: " +
  "limits do not see the addresses of callers behind it. List it in the server setting `proxies`."

/** Makes the function that warns once when a request seems to come through a proxy that is not listed. */
export const makeFindUnlistedProxy = (
  proxies: ReadonlyArray<string>
): ((exchange: ServerExchange) => boolean) => {
  const isTrusted = isIn(proxies)
  let isFound = false
  return ({ headers, remoteAddress = "" }) => {
    if (isFound || (headers["x-forwarded-for"] === undefined && headers["forwarded"] === undefined))
      return false
    const peer = address(remoteAddress)
    if (peer === undefined || !isNear(peer) || isTrusted(peer)) return false
    isFound = true
    return true
  }
}

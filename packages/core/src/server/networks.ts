// Addresses and networks as text.
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/** An address in its one form, an IPv4 address in IPv6 as IPv4; undefined when it is none. */
export const address = (text: string): NetAddress.IpAddress | undefined =>
  Result.getOrUndefined(Result.map(NetAddress.ipFromString(text), (ip) => NetAddress.toCanonical(ip)))

/** The network of an IPv6 address, of so many groups of 16 bits. */
const networkOf = (ip: NetAddress.Ipv6Address, groups: number): string =>
  `${NetAddress.ipv6ToSegments(ip)
    .slice(0, groups)
    .map((segment) => segment.toString(16))
    .join(":")}::/${16 * groups}`

/** The name by which limits count an address: itself, or for IPv6 its network of 64 bits, of which one caller has all addresses. */
export const countedAddress = (ip: NetAddress.IpAddress): string =>
  NetAddress.isIpv4Address(ip) ? NetAddress.formatIp(ip) : networkOf(ip, 4)

/** How much of an address the log contains: nothing, its network of 24 bits (IPv4) or 48 (IPv6), or all. */
export type AddressDetail = "off" | "truncated" | "full"

/** An address as the log contains it; null if the setting is `off` or the text is no address. */
export const shownAddress = (text: string | undefined, detail: AddressDetail): string | null => {
  const ip = detail === "off" || text === undefined ? undefined : address(text)
  if (ip === undefined) return null
  if (detail === "full") return NetAddress.formatIp(ip)
  return NetAddress.isIpv4Address(ip)
    ? `${NetAddress.ipv4ToOctets(ip).slice(0, 3).join(".")}.0/24`
    : networkOf(ip, 3)
}

/** A network in CIDR notation; a single address becomes a network of one. */
const toCidr = (text: string): string => {
  const single = address(text)
  return single === undefined ? text : `${NetAddress.formatIp(single)}/${NetAddress.width(single)}`
}

/** True for a network of IPv4 in IPv6: it contains no address, because they are compared as IPv4. */
const isMapped = (network: IpNetwork.IpNetwork): boolean =>
  IpNetwork.isIpv6Network(network) && NetAddress.isIpv4Address(NetAddress.toCanonical(network.address))

/** Parses a network like `10.0.0.0/8` or a single address; undefined if it is neither, or a network of IPv4 in IPv6. */
export const parseNetwork = (text: string): IpNetwork.IpNetwork | undefined => {
  const network = Result.getOrUndefined(IpNetwork.fromString(toCidr(text)))
  return network === undefined || isMapped(network) ? undefined : network
}

/** Parses networks and addresses that were validated before; throws for any other text. */
export const networks = (texts: ReadonlyArray<string>): ReadonlyArray<IpNetwork.IpNetwork> =>
  texts.map((text) => IpNetwork.fromStringUnsafe(toCidr(text)))

// Addresses and networks as text.
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/** An address in its one form, an IPv4 address in IPv6 as IPv4; undefined when it is none. */
export const address = (text: string): NetAddress.IpAddress | undefined =>
  Result.getOrUndefined(Result.map(NetAddress.ipFromString(text), (ip) => NetAddress.toCanonical(ip)))

/** What limits count an address as: itself, or for IPv6 its network of 64 bits, of which one caller has all addresses. */
export const countedAddress = (ip: NetAddress.IpAddress): string =>
  NetAddress.isIpv4Address(ip)
    ? NetAddress.formatIp(ip)
    : `${NetAddress.ipv6ToSegments(ip)
        .slice(0, 4)
        .map((segment) => segment.toString(16))
        .join(":")}::/64`

/** A network in CIDR notation; a single address becomes a network of one. */
const toCidr = (text: string): string => {
  const single = address(text)
  return single === undefined ? text : `${NetAddress.formatIp(single)}/${NetAddress.width(single)}`
}

/** Parses a network like `10.0.0.0/8` or a single address; undefined if it is neither. */
export const parseNetwork = (text: string): IpNetwork.IpNetwork | undefined =>
  Result.getOrUndefined(IpNetwork.fromString(toCidr(text)))

/** Parses networks and addresses that were validated before; throws for any other text. */
export const networks = (texts: ReadonlyArray<string>): ReadonlyArray<IpNetwork.IpNetwork> =>
  texts.map((text) => IpNetwork.fromStringUnsafe(toCidr(text)))

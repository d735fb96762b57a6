// Guards against SSRF: where the upstream server may be. A name that leads into a private network is refused.
import { parseAddress, parseNetworks } from "@leadline/core/server-settings"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/** Loopback, private, link-local, reserved and multicast networks: the upstream server must be listed to be there. */
const nonPublic = parseNetworks([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  // The host of a virtual machine at Azure, with its keys.
  "168.63.129.16",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/3",
  // All of IPv6 but 2000::/3, which has the public addresses. It holds those of IPv4 in IPv6, too, but for 6to4 and Teredo.
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/32",
  "2002::/16"
])

/** The host of a URL as an address without brackets; undefined if it is a name. */
export const addressOfHost = (hostname: string): string | undefined => {
  const text = hostname.replace(/^\[|\]$/g, "")
  return parseAddress(text) === undefined ? undefined : text
}

export const isLoopbackHost = (hostname: string): boolean => {
  const address = parseAddress(addressOfHost(hostname) ?? "")
  return address === undefined
    ? hostname === "localhost" || hostname.endsWith(".localhost")
    : NetAddress.isLoopback(address)
}

/** Whether the upstream server may be at an address. */
export type IsAllowed = (address: string) => boolean

const contains = (networks: ReadonlyArray<IpNetwork.IpNetwork>, address: NetAddress.IpAddress): boolean =>
  networks.some((network) => IpNetwork.contains(network, address))

/**
 * Decides per address whether requests to a URL may go there: loopback if the URL names this machine, the listed
 * networks for any URL, public addresses for https only.
 */
export const makeIsAllowed = (url: URL, networks: ReadonlyArray<string>): IsAllowed => {
  const listed = parseNetworks(networks)
  const isLoopback = isLoopbackHost(url.hostname)
  return (text) => {
    const address = parseAddress(text)
    if (address === undefined) return false
    if (contains(listed, address)) return true
    if (NetAddress.isLoopback(address)) return isLoopback
    return url.protocol === "https:" && !contains(nonPublic, address)
  }
}

/** Whether an address is public, so that pages of the web may be read there. */
export const isPublicAddress: IsAllowed = (text) => {
  const address = parseAddress(text)
  return address !== undefined && !NetAddress.isLoopback(address) && !contains(nonPublic, address)
}

/** Whether pages of the web may be read at the host of a URL: a name is resolved later, and its addresses checked then. */
export const isPublicHost = (hostname: string): boolean => {
  const address = addressOfHost(hostname)
  return address === undefined ? !isLoopbackHost(hostname) : isPublicAddress(address)
}

// How many connections one address may hold at once.
import { address as parseAddress, countedAddress } from "@leadline/core/internal"
import { BlockList, isIPv6, type Socket } from "node:net"

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4")

/** Addresses and networks, as `10.0.0.0/8`. */
const listOf = (networks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  list.addSubnet("127.0.0.0", 8, "ipv4")
  list.addAddress("::1", "ipv6")
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

/**
 * True if a new connection may stay; counts it until it closes. This machine and the given proxies are never
 * counted, nor are connections without one. `most` of 0 is no limit.
 */
export const makePerAddress = (most: number, proxies: ReadonlyArray<string>) => {
  const exempt = listOf(proxies)
  const counts = new Map<string, number>()
  return (socket: Socket): boolean => {
    const { remoteAddress } = socket
    if (most === 0 || remoteAddress === undefined || exempt.check(remoteAddress, familyOf(remoteAddress))) {
      return true
    }
    const ip = parseAddress(remoteAddress)
    const address = ip === undefined ? remoteAddress : countedAddress(ip)
    const count = counts.get(address) ?? 0
    if (count >= most) return false
    counts.set(address, count + 1)
    socket.once("close", () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
    return true
  }
}
